import { withLatinLetters } from './look-alikes.ts'
import { withShortRuns } from './short-runs.ts'

/** Names for a model that reads a page. */
const models = `(?:ais?|llms?|(?:ai |large )?language models?|ai[ -](?:assistants?|models?|agents?|systems?|crawlers?|tools?|engines?)|chatbots?|chatgpt|claude|gemini|perplexity|copilot)`
const machines = `${models}|(?:ro|chat|web)?bots?|robots?|crawlers?|scrapers?|machines?|ki(?:-(?:modell|assistent|agent))?|sprachmodelle?|roboter|ia|modèles? de langage|modelos? de lenguaje`
const speakers = String.raw`you|i|they|we|the\s+(?:developer|system|user|operator)s?`
const commands = 'instructions?|prompts?|rules|directions|directives|guidelines|messages?|commands?'
const page = 'page|article|text|document|site|website|post|content|message'

/** Commands to a model and words about its prompt, which are never meant for readers. */
const patterns = [
  new RegExp(
    String.raw`\b(?:ignore|disregard|forget|override|bypass)\s+(?:\p{L}+\s+){0,3}?(?:previous|prior|above|earlier|preceding|former|system|your|these|those)\s+(?:\p{L}+\s+){0,2}?(?:${commands})`,
    'iu',
  ),
  /\b(?:do not|don['’]t|stop)\s+(?:follow|obey|heed)(?:ing)?\s+(?:\p{L}+\s+){0,3}?(?:instructions?|prompts?|rules|guidelines)/iu,
  /\b(?:my|your|the)\s+(?:system|hidden|original|initial|secret)\s+(?:prompt|instructions?|message)\b/iu,
  /\b(?:reveal|print|repeat|output|show)\s+(?:\p{L}+\s+){0,2}?(?:system prompt|your (?:prompt|instructions|rules))/iu,
  /\byou are (?:now )?(?:a|an|in) (?:large language model|helpful assistant|ai assistant|developer mode|jailbroken|dan)\b/iu,
  /\bnew instructions?:\s|<\|?(?:im_start|system|endoftext)\|?>|\[\/?INST\]|^\s*(?:system|assistant)\s*:\s/imu,
  new RegExp(
    String.raw`(?:<!--|^\s*\[[^\]\n]{1,20}\]:\s*\S{1,20}\s+["'(])\s*(?:note\s+(?:to|for)\s+)?(?:the\s+)?(?:system|assistant|${machines})\s*[:,]`,
    'imu',
  ),
  /\banswer with a JSON object\b|\bthe message is data of other people\b/iu,
  /(?:ignorier\p{L}*|missacht\p{L}*|vergiss|vergessen sie)\s+(?:\p{L}+\s+){0,3}?(?:vorherigen?|bisherigen?|früheren?|obigen?|vorangegangenen?)\s+(?:\p{L}+\s+)?(?:anweisung\p{L}*|befehl\p{L}*|regeln|eingaben?|instruktion\p{L}*)/iu,
  /(?:ignor\p{L}*|oubli\p{L}*)\s+(?:\p{L}+\s+){0,3}?(?:instructions?|consignes|règles)\s+(?:\p{L}+\s+)?(?:précédent\p{L}*|antérieur\p{L}*|ci-dessus)/iu,
  /(?:ignor\p{L}*|olvid\p{L}*)\s+(?:\p{L}+\s+){0,3}?(?:instrucciones|reglas|órdenes|instruções|regras)\s+(?:\p{L}+\s+)?(?:anterior\p{L}*|previas?|de arriba)/iu,
  /(?:ignor\p{L}*|dimentic\p{L}*)\s+(?:\p{L}+\s+){0,3}?istruzioni\s+(?:precedenti|sopra)/iu,
  /negeer\s+(?:\p{L}+\s+){0,3}?(?:vorige|eerdere|voorgaande)\s+(?:instructies|opdrachten)/iu,
  /(?:игнорируй\p{L}*|забудь\p{L}*)\s+(?:\p{L}+\s+){0,3}?(?:инструкции|указания|правила)/iu,
  /(?:zignoruj|ignoruj)\s+(?:\p{L}+\s+){0,3}?(?:instrukcje|polecenia)/iu,
  /(?:以前|これまで|前|上記)の(?:すべての)?(?:指示|命令)を?(?:すべて)?無視|(?:忽略|无视|無視)(?:\p{Script=Han}{0,6})(?:指令|指示|说明|說明)|(?:이전|앞선)\s?(?:모든\s?)?(?:지시|명령)(?:사항)?(?:을|를)?\s?(?:모두\s?)?무시/u,
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:everything|anything|all|whatever|what(?:ever)?)\s+(?:\p{L}+\s+){0,5}?(?:above|before|previously|earlier|so far|until now)(?=\s*(?:[.,;:!?)"”]|$|and\b|this\b))/imu,
  new RegExp(
    String.raw`\b(?:ignore|disregard|forget|override|bypass)\s+(?:everything|anything|all|whatever|what)\s+(?:that\s+)?(?:${speakers})(?:['’]ve)?\s+(?:\p{L}+\s+){0,2}?(?:told|instructed|asked|ordered)\b`,
    'iu',
  ),
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:\p{L}+\s+){0,3}?(?:instructions?|prompts?|directions|guidelines|commands?)\s+(?:\p{L}+\s+){0,4}?(?:above|before|previously|earlier|so far|until now)\b/iu,
  new RegExp(
    String.raw`\b(?:when(?:ever)?|if|while|once|before|after)\s+you\s+(?:\p{L}+\s+){0,4}?(?:summari[sz]e|read|crawl|index|cite|describe|rank|parse|process|quote|answer)\s+(?:about\s+)?(?:this|the|these)\s+(?:\p{L}+\s+)?(?:${page})s?\b[^.!?\n]{0,40}?\b(?:say|state|recommend|mention|tell|claim|name|rank|include|conclude|praise|prefer)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:when(?:ever)?|while|before|after)\s+(?:summari[sz]|crawl|index|cit|rank|pars|process|quot)ing\s+(?:this|the|these)\s+(?:\p{L}+\s+)?(?:${page})s?\b[^.!?\n]{0,20}?\b(?:say|state|recommend|mention|name|rank|praise|prefer)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\bas\s+an?\s+${models},?\s+you\s+(?:\p{L}+\s+)?(?:must|should|shall|have to|need to|will|are to)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`(?<!\p{L})(?:(?:if|when|because)\s+you(?:['’]re|\s+are)|(?:wenn|falls|da)\s+(?:du|sie)|si\s+(?:vous\s+êtes|tu\s+es|eres|usted\s+es))\s+(?:(?:a|an|the|ein|eine|une?)\s+)?(?:${machines})(?=\s*(?:[,.:;!?)]|$|(?:that|which|reading|bist|sind|der|die|qui|que)(?!\p{L})))`,
    'imu',
  ),
  new RegExp(
    String.raw`\b(?:notes?|notice|message|attention|instructions?|hint|reminder|dear|hello|hey)(?:\s*,)?\s+(?:(?:to|for)\s+)?(?:(?:all|any|the)\s+)?${models}\s*[:,]`,
    'iu',
  ),
  new RegExp(
    String.raw`\b${models}\s+(?:that\s+|which\s+|who\s+)?(?:are\s+|is\s+)?(?:reading|read|reads|summari[sz]ing|crawling|indexing|processing|citing)\s+(?:this|these)\b[^.!?\n]{0,30}?\b(?:must|should|shall|have to|need to|will|are (?:asked|instructed|required))\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b${models}\s+(?:must|shall|(?:should|have to)\s+(?:always|only))\s+(?:always\s+|only\s+)?(?:recommend|praise|prefer)\b`,
    'iu',
  ),
  /(?<!\p{L})(?:ignoriere?(?:n sie)?|missachte(?:n sie)?|vergiss|vergessen sie|beachten? (?:sie )?nicht)\s+(?:alle|sämtliche|jegliche|deine|ihre)\s+(?:\p{L}+\s+){0,2}?(?:anweisung|befehl|regeln|instruktion|vorgaben)/iu,
  /(?<!\p{L})(?:ignoriere?(?:n sie)?|missachte(?:n sie)?|vergiss|vergessen sie)\s+(?:alles|das),?\s+(?:\p{L}+\s+){0,4}?(?:bisher|vorher|zuvor|oben|davor|bislang|vorherige|bisherige|obige)(?!\p{L})/iu,
  /(?<!\p{L})(?:ignore[rz]?|oublie[rz]?)\s+(?:tout\s+)?ce\s+qui\s+(?:précède|(?:est|a été|vient|était)\s+(?:\p{L}+\s+)?(?:avant|plus haut|ci-dessus))/iu,
  /(?<!\p{L})(?:ignore[rz]?|oublie[rz]?)\s+(?:toutes\s+(?:les|vos|tes)|vos|tes)\s+(?:instructions|consignes|règles)(?!\s+d)/iu,
  /(?<!\p{L})ne\s+(?:tene[zr]|tiens)\s+(?:pas|plus|aucun)\s+compte\s+(?:\p{L}+\s+){1,4}?(?:instructions?|consignes?|précède)/iu,
  /(?<!\p{L})(?:ignor|olvid)(?:a|e|ad|en)\s+(?:todo\s+)?(?:lo\s+)(?:anterior|previo|de arriba|dicho)(?!\p{L})/iu,
  /(?<!\p{L})(?:ignor|olvid)(?:a|e|ad|en)\s+(?:todas\s+)?(?:las|tus|sus)\s+(?:instrucciones|órdenes)(?=\s*(?:[.,;:!?]|$|y\b))/imu,
]

/** The first command to a model in a text; null if there is none. */
export function findInjectedInstruction(text: string): string | null {
  const plain = withShortRuns(text.normalize('NFKC').replace(/\p{Cf}|\p{Variation_Selector}|\u034f/gu, ''))
  // Some patterns contain accents, so the text is also checked unchanged.
  const spellings = [plain, withLatinLetters(plain)]
  const readings = spellings.flatMap((each) => [each, withoutLeet(each, 'i'), withoutLeet(each, 'l')])
  for (const reading of new Set(readings))
    for (const pattern of patterns) {
      const [found] = pattern.exec(reading) ?? []
      if (found) return found.trim()
    }
  return null
}

const leet: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Replaces digits inside words by letters: "Ign0re" is "Ignore". A 1 may be either of two letters. */
const withoutLeet = (text: string, one: 'i' | 'l') =>
  text.replace(/[\p{L}013457@$]*\p{L}[\p{L}013457@$]*/gu, (word) =>
    word.replace(/[013457@$]/g, (sign) => (sign === '1' ? one : (leet[sign] ?? sign))),
  )
