import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createKey } from '../../src/features/keys/service.ts'
import { answer, call, end, startTalking } from '../support/talking.ts'
import { agentService } from './support.ts'

let service: Awaited<ReturnType<typeof agentService>>
let talking: ReturnType<typeof startTalking>
beforeAll(async () => {
  talking = startTalking(answer('There are no posts.'))
  service = await agentService({}, talking.models())
})
afterAll(async () => {
  await service.stop()
  talking[Symbol.dispose]()
})

const connect = (key = service.acme.key) => service.http('/mcp', { authorization: `Bearer ${key}` })

test('a client asks the agent, continues the chat, and reads it', async () => {
  const { client } = await connect()
  const ask = async (input: object) =>
    (await client.callTool({ name: 'ask_agent', arguments: { ...input } })).structuredContent as any
  const first = await ask({ message: 'Which posts are there?' })
  expect(first).toEqual({
    ...{ chatId: expect.any(String), reply: 'There are no posts.', pendingApprovals: [] },
    url: `http://localhost:3000/app/acme/chats/${first.chatId}`,
  })
  talking.play([call('create_skill', { name: 'tone', description: 'D', content: 'C' }), ...end('tool_calls')])
  const second = await ask({ message: 'Create a skill', chatId: first.chatId })
  expect(second).toMatchObject({ chatId: first.chatId, pendingApprovals: ['create_skill'] })
  const chat = await client.callTool({ name: 'get_chat', arguments: { chatId: first.chatId } })
  expect(JSON.stringify(chat.structuredContent)).toContain('Which posts are there?')
})

test('a refusal is an error result with its sentence', async () => {
  const { call } = await connect()
  expect(await call('ask_agent', { message: 'Hi', chatId: 'unknown' })).toEqual({
    text: 'Chat not found',
    isError: true,
  })
  const { key } = await createKey(service.ctx, service.acme.id, { name: 'reader', scopes: ['chats.read'] })
  const reader = await connect(key)
  expect(await reader.names()).toEqual(['get_usage', 'list_chats', 'get_chat'])
})
