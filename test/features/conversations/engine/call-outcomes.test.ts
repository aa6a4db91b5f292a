import { expect, test } from 'bun:test'
import { denied } from '../../../../src/features/conversations/engine/call-outcomes.ts'

test.each([
  ['with the reason that the person gave', ' Not yet.\n', 'A person denied this call: Not yet.'],
  ['without an empty reason', ' ', 'A person denied this call.'],
  ['without a missing reason', undefined, 'A person denied this call.'],
])('a denied call is reported to the model %s', (_, reason, sentence) => {
  expect(denied(reason)).toBe(sentence)
})
