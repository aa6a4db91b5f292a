import { anyOf, between } from '../text/pattern.ts'

/** References to a company that an earlier sentence named, in the most common languages. */

/** A sentence whose subject is a pronoun or "the company". */
const pronoun = between(
  'iu',
  /^(?:(?:yes|no|ja|nein|oui|non|sí)[,.]? (?:(?:and|but|und|aber|et|mais|y|pero) )?)?(?:\p{L}+,? )?/u,
  [
    /that (?:company|firm|vendor|tool|product|service)|it|its|it's|they|their/u,
    /the (?:company|vendor|tool|product|service|app|platform|team)/u,
    /this (?:company|vendor|tool|product|service|app|platform)|es|sie|ihr|ihre|er|das unternehmen/u,
    /der anbieter|das werkzeug|il|elle|ils|elles|son|sa|ses|leurs?|l'entreprise|su|sus|ella|ele/u,
    /ela|la empresa|seu|sua|esso|essa|het|ze|zij|hun|он|она|оно|они|его/u,
  ],
  /(?!\p{L})/u,
)
/** "Use it today": the pronoun is the object of an instruction to the reader. */
const request = between(
  'iu',
  /^\P{L}*(?:(?:then|now|so|just|please|and) )?/u,
  [
    /choose|pick|use|try|check|compare|read|export|keep|run|open|copy|create|install|move|write/u,
    /list|remember|consider|test|link|import|give|put|send|take|add|make|set|let|get|see|ask|buy/u,
    /show|share|edit|save|start|turn|enable|connect|watch|want|like|need|love/u,
  ],
  / (?:it|them)(?!\p{L})/u,
)
export const hasPronoun = (sentence: string) => pronoun.test(sentence) && !request.test(sentence)

const possessive = /(?<!\p{L})(?:its|their|ihre?|son|sa|ses|leurs?|sus?|seu|sua)$/iu
/** A sentence with a name in place of its pronoun: "Its servers" becomes "Globex's servers". */
export const withSubject = (sentence: string, name: string): string =>
  sentence
    .replace(/^(\P{L}*(?:\p{L}+,? )?)it['’]s(?!\p{L})/iu, '$1it is')
    .replace(pronoun, (found) => (possessive.test(found) ? `${name}'s` : name))

/** Words after "there" that only state that something exists. */
const exists =
  'is|are|was|were|will|can|must|may|has|have|had|seems?|remains?|comes?|exists?|should|would|could|used'
const opensClause = String.raw`(?:^\P{L}*|[,;:(-]\s|(?<!\p{L})(?:and|but|or|if|that|because|when|where|so|while|since|as|whether|than|until|once|though|yes|no|is|are|was|then|says?)\s)`
const place = new RegExp(
  String.raw`(?<!\p{L}|(?:out|from|get|gets|go|almost)\s|${opensClause}(?=there(?:['’]|\s(?:${exists})(?!\p{L}))))there(?!['’\p{L}])|(?<!\p{L})(?:dort|dortige[nrms]?|là-bas|chez eux|allí|allá|ahí|daar)(?!\p{L})|(?<!\p{L})(?:on|nous|vous|tu|ils?|elles?|qui|n['’]|s['’])\s?y(?!\p{L}|\s(?:a|avait|aura)(?!\p{L}))`,
  'iu',
)
/** Whether a sentence refers to a company as a place: "nobody there answers". */
export const hasPlace = (sentence: string) => place.test(sentence)

const answer = /^\P{L}*(?:(yes|ja|oui|sí)|no|nein|non)(?!\p{L})/iu
/** Whether a sentence answers a question with yes or no; null otherwise. */
export function readAnswer(sentence: string): 'yes' | 'no' | null {
  const found = answer.exec(sentence)
  return found === null ? null : found[1] === undefined ? 'no' : 'yes'
}

const condition =
  /^\P{L}*(?:if|when|whenever|once|before|unless|wenn|falls|bevor|si|quand|avant|cuando|antes)(?!\p{L})/iu
/** Whether a sentence starts with a condition, so that it states no fact. */
export const isConditional = (sentence: string) => condition.test(sentence)

const addressed = anyOf('iu', [
  between(
    'u',
    /^\P{L}*/u,
    [
      /choose|pick|use|try|check|compare|ask|look|start|see|read|export|keep|run|open|copy|create/u,
      /go|click|install|move|write|list|note|remember|consider|decide|test|link|import|wählen/u,
      /nehmen|prüfen|fragen|testen|exportieren|choisissez|prenez|comparez|demandez|testez|elija/u,
      /elige|pruebe|pregunte/u,
    ],
    /(?!\p{L})/u,
  ),
  /(?<!\p{L})(?:you|your|yours|we|our|us|du|dein(?:e[nmrs]?)?|wir|uns|unser(?:e[nmrs]?)?|vous|votre|vos|nous|notre|nos|tú|usted|ustedes|nosotros)(?!\p{L})/u,
])
/** Whether a sentence gives advice or is about the reader or the author. */
export const isAdvice = (sentence: string) => isConditional(sentence) || addressed.test(sentence)

const recommendation =
  /^\P{L}*(?:(?:if|when|wenn|falls|si|quand|cuando)(?!\p{L})[^.!?]{0,200},\s)?(?:choose|pick|take|use|go with|consider|prefer|wählen|nehmen|choisissez|prenez|elija|elige)(?!\p{L})/iu
/** Whether a sentence recommends something for a purpose: "If you need a widget, choose Globex." */
export const isRecommendation = (sentence: string) => recommendation.test(sentence)

const question = /[?？]["'”’)]*$/
const presuming = anyOf('iu', [
  /(?<!\p{L})(?:why|how come|warum|wieso|weshalb|pourquoi|por qué|perché|waarom)(?!\p{L})/u,
  /^\P{L}*(?:isn|aren|doesn|don|didn|hasn|haven|won|can|wouldn|couldn|shouldn)['’]t(?!\p{L})/u,
  /^\P{L}*(?:how can|how could|since when|tired of|fed up|sick of|frustrated|annoyed|worried|had enough|genug von|marre d|hart[oa] de|did you know|who would|who (?:still |really )?(?:trusts|needs|uses)|wussten|saviez|sabía)(?!\p{L})/u,
])
/** Whether a text is a question without a statement: not one that asks why something is so. */
export const isOpenQuestion = (text: string) => question.test(text.trim()) && !presuming.test(text)
