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
  const runs = isYesOrNo ? [] : runsOf(asked, Math.min(minRun, asked.length))
  const whole = isYesOrNo ? asked : core.length >= minCore ? core : null
  return splitParts(answer, names).every(({ start, end, names }) => {
    if (names.length === 0) return true
    const words = readWords(answer.slice(start, end), start)
    const repeats = runs.length > 0 && isInOrder(words, asked)
    return names.every(
      (name) =>
        (repeats && runs.some((run) => includesRun(words, run, name))) ||
        (whole !== null && includesRun(words, whole, name)),
    )
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

type Part = Span & { names: Span[] }

/**
 * The parts that are judged alone, with the names in them: lines, their sentences, and what a colon ends. Addresses and
 * names such as "Yahoo!" stay whole.
 */
function splitParts(text: string, names: Span[]): Part[] {
  const parts: Part[] = []
  const waiting = names.toSorted((a, b) => a.start - b.start)
  let start = 0
  let next = 0
  let inName = 0
  function endAt(end: number, following: number) {
    const from = next
    while (next < waiting.length && (waiting[next] as Span).start < end) next++
    parts.push({ start, end, names: waiting.slice(from, next) })
    start = following
  }
  for (const { index, 0: mark } of text.matchAll(/(?<!\bvs)[.!?:](?=\s|$|[*_"”)\]])|[。！？：]|\n/gi)) {
    while ((waiting[inName]?.end ?? text.length) <= index) inName++
    if ((waiting[inName]?.start ?? text.length) > index) endAt(index, index + mark.length)
  }
  endAt(text.length, text.length)
  return parts
}

/** Whether all words of a part are from the question, in its order. */
function isInOrder(words: Word[], asked: Word[]): boolean {
  let next = 0
  for (const { text } of words) {
    const at = asked.findIndex((word, index) => index >= next && word.text === text)
    if (at >= 0) next = at + 1
    else if (!introductions.has(text)) return false
  }
  return true
}

/** All runs of so many words in a row. */
const runsOf = (words: Word[], length: number): Word[][] =>
  words.slice(0, words.length - length + 1).map((_, from) => words.slice(from, from + length))

/** What an answer repeats of a question: all but its first question words. */
function coreOf(asked: Word[]): Word[] {
  const from = asked.findIndex(({ text }) => !openings.has(text))
  return from < 0 ? [] : asked.slice(from)
}

/** Whether some words follow each other in a part, and all words of the name are among them. */
function includesRun(words: Word[], run: Word[], name: Span): boolean {
  const at = firstEndingAfter(words, name.start)
  for (let from = Math.max(0, at - run.length + 1); from <= at; from++) {
    const following = words[from + run.length]
    if (following && following.start < name.end) continue
    if (run.every(({ text }, index) => words[from + index]?.text === text)) return true
  }
  return false
}

/** The place of the first word that ends after a position; words are in order. */
function firstEndingAfter(words: Word[], position: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] as Word).end > position) high = middle
    else low = middle + 1
  }
  return low
}
