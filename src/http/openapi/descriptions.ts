import fields from './fields.txt' with { type: 'text' }
import values from './values.txt' with { type: 'text' }

type Json = Record<string, unknown>

const linesOf = (text: string) =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))

/** Descriptions by `name` or `owner.name`. */
const readDescribed = () =>
  new Map(
    linesOf(fields).flatMap((line) => {
      const end = line.indexOf(': ')
      const names = line.slice(0, end).split(', ')
      return names.map((name): [string, string] => [name, line.slice(end + 2)])
    }),
  )

type Meanings = Map<string, string>

/** The meanings of fixed values by property, each list with the values that it explains. */
const readMeanings = () =>
  Map.groupBy(
    linesOf(values).map((line) => {
      const [name = '', list = ''] = line.split(' = ')
      const pairs = list.split(' | ').map((each): [string, string] => {
        const end = each.indexOf(': ')
        return [each.slice(0, end), each.slice(end + 2)]
      })
      return { name, meanings: new Map(pairs) }
    }),
    ({ name }) => name,
  )

const readTexts = () => ({ described: readDescribed(), meanings: readMeanings() })
let texts: ReturnType<typeof readTexts> | undefined

/** Read at first use, because no start needs them. */
function openTexts() {
  texts ??= readTexts()
  return texts
}

/**
 * The description of a property: that of its schema, or the one for its name and owner (a named schema, an operation or
 * the property that holds it), and the meanings of its values. Undefined if nothing is known.
 */
export function describeProperty(owner: string, name: string, schema: Json): string | undefined {
  const { described } = openTexts()
  const own = schema.description ?? described.get(`${owner}.${name}`) ?? described.get(name)
  return own === undefined ? undefined : [own, describeValues(name, schema)].filter(Boolean).join(' ')
}

/** The meanings of the fixed values of a property as a sentence; empty if it has none. */
export function describeValues(name: string, schema: Json): string {
  const words = valuesOf(schema)
  const known = words.length > 0 ? findMeanings(name, words) : undefined
  return known ? `${words.map((word) => `\`${word}\`: ${known.get(word)}`).join('; ')}.` : ''
}

/** True if each fixed value of a property has a meaning, or none is needed. */
export function hasMeanings(name: string, schema: Json): boolean {
  const words = valuesOf(schema)
  return words.length === 0 || unexplained.has(name) || findMeanings(name, words) !== undefined
}

/** Properties whose values are names, or have no effect. */
const unexplained = new Set(['language', 'includePending', 'publishDestination'])

function findMeanings(name: string, words: string[]): Meanings | undefined {
  return openTexts()
    .meanings.get(name)
    ?.find((each) => words.every((word) => each.meanings.has(word)))?.meanings
}

/** The fixed values of a property, or of the items of a list. */
function valuesOf(schema: Json): string[] {
  const { enum: words, const: word, items, anyOf } = schema
  if (Array.isArray(words)) return words.map(String)
  if (word !== undefined) return typeof word === 'string' ? [word] : []
  if (items) return valuesOf(items as Json)
  return Array.isArray(anyOf) ? anyOf.flatMap((each) => valuesOf(each as Json)) : []
}
