/** Reasons for leaving out routine work, and its name in a summary. */
export const routine = {
  dependencies: { reason: 'It only updates dependencies.', noun: 'dependency update' },
  adaptation: {
    reason: 'It updates dependencies and adapts the code to them.',
    noun: 'dependency update',
  },
  wording: { reason: 'It only changes wording.', noun: 'wording tweak' },
  formatting: { reason: 'It only changes formatting.', noun: 'formatting change' },
  documentation: { reason: 'It only changes documentation.', noun: 'documentation change' },
  testing: { reason: 'It only changes tests.', noun: 'test-only change' },
  integration: { reason: 'It only adjusts continuous integration.', noun: 'continuous integration tweak' },
  internal: { reason: 'It is an internal change.', noun: 'internal change' },
  build: { reason: 'It only concerns how the project is built.', noun: 'build change' },
  translation: { reason: 'It only updates translations.', noun: 'translation update' },
  unnoted: {
    reason: 'It has no note, although the other important changes have one.',
    noun: 'change without a note',
  },
  automatic: { reason: 'It is routine work of a bot.', noun: 'automatic change' },
  vague: { reason: 'Its title does not say what changed.', noun: 'change with a vague title' },
} as const

const nouns = new Map<string, string>(Object.values(routine).map(({ reason, noun }) => [reason, noun]))

/** The name in a summary for work left out for a reason; null if it is not work of its own, such as a merge. */
export function nounOfReason(reason: string): string | null {
  return nouns.get(reason) ?? null
}
