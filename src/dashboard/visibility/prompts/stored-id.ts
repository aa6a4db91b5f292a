/** Answers are kept under `custom-` and the prompt's id, those to proposed prompts under its name (contract geo 2). */
export const storedId = ({ id, source }: { id: string; source: string }) =>
  source === 'custom' ? `custom-${id}` : id

/** A prompt's own id, of either form. */
export const rawId = (stored: string) => stored.replace(/^custom-/, '')
