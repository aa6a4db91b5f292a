import { describe, expect, test } from 'bun:test'
import type { ModelMessage } from 'ai'
import { fitHistory } from '../../../../src/features/conversations/engine/fit-history.ts'

const leftOut = 'The output is omitted here. Call the tool again if you need it.'

/** A turn that calls a tool once for each output. */
function turn(said: string, ...outputs: string[]): ModelMessage[] {
  const call = (index: number) => ({ toolCallId: `call_${index}`, toolName: 'get_post' })
  return [
    { role: 'user', content: said },
    ...outputs.flatMap((value, index): ModelMessage[] => [
      { role: 'assistant', content: [{ type: 'tool-call', ...call(index), input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', ...call(index), output: { type: 'text', value } }] },
    ]),
  ]
}

const outputsIn = (messages: ModelMessage[]) =>
  messages
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .map((part) => (part.type === 'tool-result' && part.output.type === 'text' ? part.output.value : null))
const saidIn = (messages: ModelMessage[]) =>
  messages.filter(({ role }) => role === 'user').map(({ content }) => content)

describe('the history that a model reads', () => {
  test('is whole up to 400,000 characters', () => {
    const [newest, earlier] = [turn('new', 'x'.repeat(150_000)), turn('old', 'y'.repeat(120_000))]
    expect(fitHistory([newest, earlier])).toEqual([...earlier, ...newest])
  })

  test('leaves out the outputs of an earlier turn that is longer than half of what is left', () => {
    const fitted = fitHistory([turn('new', 'x'.repeat(200_000)), turn('old', 'y'.repeat(120_000))])
    expect(outputsIn(fitted)).toEqual([leftOut, 'x'.repeat(200_000)])
  })

  test('leaves out the oldest turns whose text does not fit', () => {
    const turns = [turn('new'), turn('x'.repeat(300_000)), turn('y'.repeat(100_000)), turn('oldest')]
    expect(saidIn(fitHistory(turns))).toEqual(['x'.repeat(300_000), 'new'])
  })

  test('has the newest turn, and all outputs of its last step, however long they are', () => {
    const outputs = ['x'.repeat(300_000), 'short', 'z'.repeat(500_000)]
    const fitted = fitHistory([turn('new', ...outputs), turn('old')])
    expect(saidIn(fitted)).toEqual(['new'])
    expect(outputsIn(fitted)).toEqual([leftOut, 'short', 'z'.repeat(500_000)])
  })

  test('begins with the preface, which counts towards the limit', () => {
    const preface = turn('The post', 'x'.repeat(390_000))
    const fitted = fitHistory([turn('new'), turn('y'.repeat(20_000))], preface)
    expect(fitted).toEqual([...preface, ...turn('new')])
  })

  test('reads only the turns that fit', () => {
    let read = 0
    function* turns() {
      for (; read < 100; read++) yield turn('x'.repeat(250_000))
    }
    expect(fitHistory(turns())).toHaveLength(1)
    expect(read).toBe(1)
  })
})
