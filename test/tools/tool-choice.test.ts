import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rank } from './rank-tools.ts'
import { agentService, everyTool } from './support.ts'
import { tasks } from './tool-tasks.ts'

let service: Awaited<ReturnType<typeof agentService>>
let tools: { name: string; title?: string; description?: string; inputSchema: { properties?: object } }[]
beforeAll(async () => {
  service = await agentService()
  const { client } = await service.http('/mcp', { authorization: `Bearer ${service.acme.key}` })
  tools = (await client.listTools()).tools
})
afterAll(() => service.stop())

test('for at least 90% of 66 tasks in plain words, the right tool is the first by BM25', () => {
  expect(tasks).toHaveLength(66)
  const wrong = tasks.flatMap(({ task, tool }) => {
    const [first] = rank(tools, task)
    return first === tool ? [] : [`${task}: ${first} instead of ${tool}`]
  })
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(6)
})

test('each task names a tool that exists, with inputs that it accepts', () => {
  expect(tasks.filter(({ tool }) => !everyTool.includes(tool))).toEqual([])
  const unknown = tasks.flatMap(({ task, tool, inputs }) => {
    const { inputSchema = {} } = tools.find(({ name }) => name === tool) ?? {}
    const { properties = {} } = inputSchema as { properties?: object }
    return Object.keys(inputs).flatMap((name) => (name in properties ? [] : [`${task}: ${name}`]))
  })
  expect(unknown).toEqual([])
})
