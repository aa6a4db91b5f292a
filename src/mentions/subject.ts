/** Who may be named: the brand itself (key 'own') or a competitor (its id); hosts are bare, as acme.com. */
export type Subject = { key: string; name: string; terms: string[]; hosts: string[] }
