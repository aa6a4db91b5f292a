import { joinWords } from '../text/line.ts'
import { merge, placeOf } from './merge-equal.ts'
import type { ListedChange } from './placed.ts'
import { advisoriesOf } from './security.ts'

const minRelated = 3
const maxNamed = 6

/** `after` follows the names: " themes", " with a token". */
type Part = { opening: string; names: string[]; after?: string; form?: string }

/**
 * Merges changes that do the same to different things into one, "Add dark colors to lists, tables and charts", and the
 * security updates of dependencies without an advisory.
 */
export function mergeRelated(all: ListedChange[]): ListedChange[] {
  const equal = Map.groupBy(all.map(frameOf), (frame) => frame && keyOfFrame(frame))
  const parts = new Map(
    all.map((each) => {
      const frame = frameOf(each)
      const isSeries = frame && isSeriesOfNames(equal.get(keyOfFrame(frame)) ?? [])
      return [each, updateIn(each) ?? (isSeries ? frame : partIn(each))]
    }),
  )
  const groups = Map.groupBy(all, (each) => {
    const part = parts.get(each)
    return part ? keyOf(each, part) : each
  })
  return [...groups.values()].flatMap((group) => {
    const isUpdate = group[0] !== undefined && updateIn(group[0]) !== null
    if (group.length < (isUpdate ? 2 : minRelated)) return group
    const opening = parts.get(group[0] as ListedChange)?.opening ?? ''
    const names = [...new Set(group.flatMap((each) => parts.get(each)?.names ?? []))]
    const after = plural(parts.get(group[0] as ListedChange)?.after ?? '')
    const title = `${opening} ${joinNames(names, isUpdate ? names.length : maxNamed)}${after}`
    return [merge(group, title, 'It does the same as other changes and is listed with them.')]
  })
}

/** " project in favor of" becomes " projects in favor of", after several names. */
const plural = (after: string) =>
  after.replace(/^( [a-z]+[a-rt-z])(?= (?:against|by|for|from|in|on|with) )/, '$1s')

/** Changes of different areas, and breaking ones, stay separate. */
const keyOf = ({ category, change, isBreaking }: ListedChange, { opening, after = '', form = '' }: Part) =>
  [
    placeOf({ change }),
    category,
    category === 'Security' ? '' : change.area,
    isBreaking,
    opening.toLowerCase(),
    after,
    form,
  ].join('\n')

/** What a security update without an advisory updates: "parser to v2.1.0"; null for any other change. */
function updateIn({ change, category }: ListedChange): Part | null {
  if (category !== 'Security') return null
  const [, name, version] =
    /^(?:update|bump|upgrade) (?:dependency |module )?(\S+) (?:from \S+ )?to (v?\d\S*)$/i.exec(
      change.title,
    ) ?? []
  if (!name || !version || advisoriesOf(change).length > 0) return null
  return { opening: 'Update', names: [`${name} to ${version}`] }
}

/** The words around one name: "Protect ... with a token"; null for a title of another form. */
function frameOf({ change: { title, notes, undoesThePast }, theme }: ListedChange): Part | null {
  if (theme === 'breaking' || undoesThePast || notes.length > 0) return null
  const [, opening, name, after] = nameInside.exec(title) ?? []
  return opening && name && after && !phrase.test(name) ? { opening, names: [name], after } : null
}

/** Whether most of the frames have names of the code: "notes" and "totals" have lines of their own. */
function isSeriesOfNames(frames: (Part | null)[]): boolean {
  const names = frames.flatMap((frame) => frame?.names ?? [])
  return names.length >= minRelated && names.filter((name) => codeName.test(name)).length * 2 > names.length
}

const codeName = /[._()`]|\w[A-Z]/

const keyOfFrame = ({ opening, after }: Part) => `${opening}\n${after}`

/** The part of a title up to its last preposition, and the names after it; null if these are not only names. */
function partIn({ change: { title, notes, undoesThePast }, category, theme }: ListedChange): Part | null {
  if (category === 'Security' || theme === 'breaking' || undoesThePast || notes.length > 0) return null
  const [, verb, name, noun] = kindOfName.exec(title) ?? []
  if (verb && name && noun) return { opening: verb, names: [name], after: ` ${noun}s` }
  const [, opening, rest = ''] =
    /^(\w+ (?:[\w`.-]+ ){1,4}(?:to|for|in|of|from)) ([\w`.()/\\@:+ ,-]+)$/.exec(title) ?? []
  const names = rest.split(/, and |, | and /)
  if (!opening || !names.every((name) => aName.test(name) && !phrase.test(name))) return null
  // Anything can be supported: only names of one form are the same kind of thing.
  const form = supporting.test(opening) ? formOf(names) : ''
  return form === null ? null : { opening, names, form }
}

const supporting = /^(?:add|introduce|implement|provide) support (?:for|of|to|in)$/i

/** The common form of names: code, capitals or one word in lower case; null if they differ. */
function formOf(names: string[]): string | null {
  const forms = new Set(
    names.map((name) =>
      /^`[^`]+`$/.test(name)
        ? 'code'
        : /^[A-Z\d -]+$/.test(name)
          ? 'capitals'
          : /^[a-z]+$/.test(name)
            ? 'word'
            : null,
    ),
  )
  const [form = null, other] = forms
  return other === undefined ? form : null
}

/** "Protect `delete_entry` with a token": one word between a verb and what is done to it. */
const nameInside = /^([A-Z][a-z]+) ([\w`.()-]+)((?: [a-z]+)? (?:against|by|for|from|in|on|with) .+)$/

/** "Add Irish language": a name and what it is. */
const kindOfName =
  /^(Add|Support) ([A-Z][\w-]*(?: [A-Z(][\w()-]*)?) (language|locale|translation|theme|icon|template|snippet|skin)$/

const aName = /^[\w`.()/\\@:+-]+(?: [\w`.()/\\@:+-]+)?$/
const phrase = /^(?:the|an?|all|any|its|their|this|that|other|some|more)\b|\b(?:when|if|with|by|on|at)\b/i

function joinNames(names: string[], most: number): string {
  const shown = names.slice(0, most)
  return joinWords(names.length > shown.length ? [...shown, `${names.length - shown.length} more`] : shown)
}
