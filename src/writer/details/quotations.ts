import { countWords } from '../../text/line.ts'
import { oneOf } from '../../text/pattern.ts'

const quoted = /“([^“”\n]+)”|"([^"\n]+)"|«([^«»\n]+)»|„([^„“”\n]+)[“”]|「([^「」\n]+)」|»([^«»\n]+)«/g

/** Labels of notes, tips and examples: a block quote that begins with one quotes nobody. */
const quoteLabels = oneOf([
  /note|(?:pro )?tip|warning|caution|important|info|example|summary|in short|remember|tl;?dr/u,
  /(?:key )?takeaways?|bottom line|before|after|instead|added|changed|fixed|removed|new/u,
  /breaking|hinweis|tipp|achtung|wichtig|beispiel|kurz gesagt|zusammenfassung|vorher|nachher/u,
  /neu|conseil|attention|exemple|en bref|résumé|remarque|avant|après|nota|consejo|atención/u,
  /importante|ejemplo|resumen|antes|después/u,
])
/** Block quotes, except labeled notes, tips and examples. */
const blockQuote = new RegExp(
  String.raw`^ {0,3}>[ \t]?(?!\[!|[^\p{L}\n]{0,4}(?:${quoteLabels})(?!\p{L}))(\S.*)`,
  'gimu',
)
const singleQuoted =
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])|‘((?:[^‘’\n]|(?<=\p{L})’(?=\p{L}))+)’|‚([^‚‘’\n]+)[‘’]|‹([^‹›\n]+)›|›([^‹›\n]+)‹/gu
/** Single quotation marks are apostrophes too: only longer texts between them are quotations. */
const minWordsInSingle = 6

/** The texts between quotation marks and in block quotes. */
export function quotationsIn(text: string): string[] {
  const wordsIn = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((groups) => groups.slice(1).find(Boolean) ?? '')
  return [
    ...wordsIn(quoted),
    ...wordsIn(blockQuote),
    ...wordsIn(singleQuoted).filter((words) => countWords(words) >= minWordsInSingle),
  ]
}
