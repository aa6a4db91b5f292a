type RankedTool = { name: string; title?: string; description?: string }

const ignored = new Set(
  'a an and are as at be by can do does for from has have how i if in into is it its me my of on or our please that the their there they this to us use was we were what when which who will with you your'.split(
    ' ',
  ),
)

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !ignored.has(word)).map(stem)

/** Endings of plurals and verbs. */
const stem = (word: string) =>
  word
    .replace(/(?:ies)$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, '')
    .replace(/e$/, '')

const [saturation, lengthWeight] = [1.2, 0.75]

/** Names of tools by BM25 of a task over their name, title and description, the best first. */
export function rank(tools: RankedTool[], task: string): string[] {
  const texts = tools.map(({ name, title = '', description = '' }) =>
    wordsOf(`${name.replaceAll('_', ' ')} ${name.replaceAll('_', ' ')} ${title} ${description}`),
  )
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / texts.length
  const asked = [...new Set(wordsOf(task))]
  const scores = texts.map((text) =>
    asked.reduce((sum, word) => {
      const count = text.filter((each) => each === word).length
      const holders = texts.filter((each) => each.includes(word)).length
      const rarity = Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5))
      const weight = saturation * (1 - lengthWeight + (lengthWeight * text.length) / mean)
      return sum + (rarity * count * (saturation + 1)) / (count + weight)
    }, 0),
  )
  return tools
    .map(({ name }, index) => ({ name, score: scores[index] ?? 0 }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ name }) => name)
}
