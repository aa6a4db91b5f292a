import { outgoing, textWithoutCode } from '../../markdown/rebuild.ts'
import { countWords } from '../../text/line.ts'
import { brokenRulesIn, titleFaults } from '../../writer/evidence.ts'
import { isInLanguage } from '../../writer/language.ts'
import { blocking, type TextFault } from '../posts/text-fault.ts'
import type { PostStandard } from './standard.ts'

const wordsOfLanguage = 15

/**
 * Checks that apply to every format: unsupported statements, foreign links, the wrong language. Their faults
 * prevent publication.
 */
export function checkStatements(text: string, markdown: string, standard: PostStandard): TextFault[] {
  const { language, links, numbers } = standard
  const prose = textWithoutCode(markdown)
  const isForeign = countWords(prose) >= wordsOfLanguage && !isInLanguage(prose, language)
  const address = outgoing(markdown).addresses.find((each) => !links.has(each))
  const invented = [...text.matchAll(/#(\d+)/g)].find(([, number]) => !numbers.has(Number(number)))
  // Companies are found by the words of the expected language; in another one, any noun can look like a name.
  const rules = brokenRules(text, standard, markdown).filter(
    ({ rule }) => !isForeign || rule !== 'claims-about-others',
  )
  return [
    ...rules,
    ...(isForeign ? [blocking('language', `The text is not written in ${language}.`)] : []),
    ...(address === undefined ? [] : [blocking('links', `No source contains the link ${address}.`, address)]),
    ...(invented ? [blocking('references', `No source mentions ${invented[0]}.`, invented[0])] : []),
  ]
}

/** Returns the faults of a post's title. Some formats may name tags. */
export const checkTitle = (title: string, standard: PostStandard, tags = standard.tags): TextFault[] => [
  ...titleFaults(title, tags).map((message) => blocking('title', message, title || null)),
  ...brokenRules(title, standard),
]

const brokenRules = (...checked: Parameters<typeof brokenRulesIn>): TextFault[] =>
  brokenRulesIn(...checked).map(({ rule, message, excerpt }) => blocking(rule, message, excerpt))
