import { expect, test } from 'bun:test'
import type { Call, Turn } from '../../../../src/features/conversations/engine/call.ts'
import { toModelMessages } from '../../../../src/features/conversations/engine/model-messages.ts'

const call = (status: Call['status'], output: string | null): Call[] => [
  { id: status, tool: 'get_post', input: '{}', status, output },
]
const said = (message: string, ...steps: Turn['steps']): Turn => ({ message, steps })

test('a model reads its reasoning in the newest turn only', () => {
  const step = { text: 'Yes.', reasoning: 'Hm.', calls: [] }
  expect(toModelMessages([said('One', step), said('Two', step)])).toEqual([
    { role: 'user', content: 'One' },
    { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
    { role: 'user', content: 'Two' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    },
  ])
})

test('a model does not read calls that never began', () => {
  const steps = [{ text: '', calls: [...call('requested', null), ...call('waiting', null)] }]
  expect(toModelMessages([said('One', ...steps)])).toEqual([{ role: 'user', content: 'One' }])
})

test.each([
  ['that was interrupted', call('begun', null), 'error-text', /^The turn ended while this call was running/],
  [
    'that was denied',
    call('rejected', 'A person denied this call.'),
    'error-text',
    /^A person denied this call\.$/,
  ],
  [
    'that returned a long text',
    call('completed', 'x'.repeat(20_001)),
    'text',
    /Cut here: 1 of 20001 characters/,
  ],
] as const)('a model reads the outcome of a call %s', (_, calls, type, value) => {
  const [, , results] = toModelMessages([said('One', { text: '', calls: [...calls] })])
  expect(results).toMatchObject({
    content: [{ type: 'tool-result', output: { type, value: expect.stringMatching(value) } }],
  })
})
