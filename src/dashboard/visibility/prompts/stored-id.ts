/**
 * Answers are stored under `custom-` and the prompt's id, those to suggested prompts under their name
 * (contract geo 2).
 */
export const storedId = ({ id, source }: { id: string; source: string }) =>
  source === 'custom' ? `custom-${id}` : id

/** A prompt's own id, from either form. */
export const rawId = (stored: string) => stored.replace(/^custom-/, '')
