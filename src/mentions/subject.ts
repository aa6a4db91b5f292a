/** A brand to find: the own brand (key 'own') or a competitor (its id); bare hosts, such as acme.com. */
export type Subject = { key: string; name: string; terms: string[]; hosts: string[] }
