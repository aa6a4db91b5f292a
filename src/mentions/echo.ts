/** The part of an answer that a name takes, in UTF-16 units. */
type Span = { start: number; end: number }

/** A word of a text, folded, and its span. */
type Word = Span & { text: string }

/** Words with which an answer introduces the question that it repeats. */
const introductions = new Set(
  `a about an and asked at between compare comparing comparison for here let lets look looking of on or overview
  question regarding the to us versus vs you your`.split(/\s+/),
)
/** Question words before the part that an answer repeats: "What are the best ..." is answered with "The best ...". */
const openings = new Set(
  'what which who whom whose where when why how is are was were do does did can could should would will i we you the a an'.split(
    ' ',
  ),
)
/** A question that begins with one of these is answered by a statement in its words. Only the whole question repeats it. */
const yesOrNo = /^(is|are|was|were|do|does|did|can|could|should|would|will|has|have)$/

/** The fewest words in a row that repeat a question, and of a question that is repeated within a sentence. */
const minRun = 3
const minCore = 4

/**
 * Returns whether an answer names a brand only where it repeats the words of the question: in a heading, an introduction
 * or a sentence whose other words come from the question in its order, or as the whole question within a sentence.
 * `names` are all places where the answer names the brand. Such an answer says nothing about the brand.
 */
export function isEcho(question: string, answer: string, names: Span[]): boolean {
  if (names.length === 0) return false
  const asked = readWords(question, 0)
  // The only word of a question is a name, which every answer about it repeats.
  if (asked.length < 2) return false
  const isYesOrNo = yesOrNo.test(asked[0]?.text ?? '')
  const core = isYesOrNo ? [] : coreOf(asked)
  const parts = splitParts(answer)
  return names.every((name) => {
    const part = parts.find(({ start, end }) => name.start >= start && name.end <= end)
    if (!part) return false
    const words = readWords(answer.slice(part.start, part.end), part.start)
    if (isYesOrNo) return includesRun(words, asked, name)
    return repeatsQuestion(words, asked, name) || (core.length >= minCore && includesRun(words, core, name))
  })
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

function readWords(text: string, offset: number): Word[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    text: word.normalize('NFKC').toLowerCase().replaceAll(/['’]/g, ''),
    start: offset + index,
    end: offset + index + word.length,
  }))
}

/** The parts that are judged alone: lines, their sentences, and what a colon ends. Addresses stay whole. */
function splitParts(text: string): Span[] {
  const parts: Span[] = []
  let start = 0
  for (const { index, 0: mark } of text.matchAll(/(?<!\bvs)[.!?:](?=\s|$|[*_"”)\]])|[。！？：]|\n/gi)) {
    parts.push({ start, end: index })
    start = index + mark.length
  }
  parts.push({ start, end: text.length })
  return parts
}

/** Whether all words of a part are from the question, in its order, with a run of them that includes the name. */
function repeatsQuestion(words: Word[], asked: Word[], name: Span): boolean {
  let next = 0
  for (const { text } of words) {
    const at = asked.findIndex((word, index) => index >= next && word.text === text)
    if (at >= 0) next = at + 1
    else if (!introductions.has(text)) return false
  }
  return hasRun(words, asked, name)
}

function hasRun(words: Word[], asked: Word[], name: Span): boolean {
  const length = Math.min(minRun, asked.length)
  return asked.some((_, from) => {
    const run = asked.slice(from, from + length)
    return run.length === length && includesRun(words, run, name)
  })
}

/** What an answer repeats of a question: all but its first question words. */
function coreOf(asked: Word[]): Word[] {
  const from = asked.findIndex(({ text }) => !openings.has(text))
  return from < 0 ? [] : asked.slice(from)
}

/** Whether some words follow each other in a part, and the name is among them. */
function includesRun(words: Word[], run: Word[], name: Span): boolean {
  return words.some(({ start }, from) => {
    const last = words[from + run.length - 1]
    if (!last || start > name.start || last.end < name.end) return false
    return run.every(({ text }, index) => words[from + index]?.text === text)
  })
}
