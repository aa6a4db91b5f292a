import { badRequest } from '../../../errors.ts'
import type { CallRow, InputResponse } from '../model.ts'
import type { Answered, Request } from './model.ts'

const approvals: Record<string, boolean> = { approve: true, deny: false, cancel: false }

/** An answer as the request takes it; 400 where it is none of its options. */
export function readAnswer(request: Request, response: InputResponse): Answered {
  if (request.kind === 'question') return { request, response, text: readText(request.call, response) }
  const approved = approvals[response.optionId ?? '']
  if (approved === undefined) throw badRequest(`The request ${request.id} is answered with approve or deny`)
  return { request, response, approved }
}

function readText({ id, input }: CallRow, { optionId, text }: InputResponse): string {
  if (text?.trim()) return text
  const { options = [] } = JSON.parse(input) as { options?: string[] }
  const label = options.find((_, index) => optionIdOf(index) === optionId)
  if (label !== undefined) return label
  throw badRequest(`The request ${id} is answered with one of its options, or with a text`)
}

/** How an option of a question is called. */
export const optionIdOf = (index: number) => `option_${index + 1}`

/** What the model is told of a call that a person refused. */
export const deniedBecause = (text: string | undefined) =>
  `A person denied this call${text?.trim() ? `: ${text.trim()}` : '.'}`
