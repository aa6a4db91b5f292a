import { badRequest } from '../../errors.ts'
import { trimmedText } from '../../http/fields.ts'
import { countCharacters } from '../../text/line.ts'
import type { SkillPatch } from './model.ts'

const namePattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/** The given fields of a skill as they are stored; 400 says which of them cannot be (contract 13). */
export function readFields<T extends SkillPatch>(fields: T): T {
  const read = { ...fields }
  if (fields.name !== undefined) read.name = readName(fields.name)
  if (fields.description !== undefined)
    read.description = trimmedText('description', fields.description, 1, 1000)
  if (fields.content !== undefined) checkContent(fields.content)
  return read
}

function readName(value: string): string {
  const name = trimmedText('name', value, 1, 64)
  if (namePattern.test(name)) return name
  throw badRequest(
    'name must contain lowercase letters, numbers, and hyphens only, with no hyphen at either end',
  )
}

function checkContent(content: string) {
  const length = countCharacters(content)
  if (length < 1 || length > 200_000) throw badRequest('content must have 1 to 200000 characters')
}
