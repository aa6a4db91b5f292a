/** Alternatives that may start with a capital. */
function withCapitals(words: string): string {
  const capitalized = words.split('|').map((each) => each.charAt(0).toUpperCase() + each.slice(1))
  return [words, ...capitalized].join('|')
}

const study = withCapitals(
  'stud(?:y|ies)|surveys?|polls?|research|benchmarks?|whitepapers?|experts|analysts|scientists|researchers|academics|scholars|papers?|studien?|umfragen?|untersuchung(?:en)?|forscher|experten|wissenschaftler|études?|enquêtes?|sondages?|chercheurs|estudios?|encuestas?|expertos|investigadores',
)
const scholars = withCapitals(
  'scientists|researchers|academics|forscher|wissenschaftler|chercheurs|investigadores',
)
const report = withCapitals('reports?|berichte?n?|rapports?|informes?')
const according = withCapitals('according to|laut|selon|según')
const shows =
  '(?:have|has|haben|hat|ont|a|han|ha)\\s(?:shown|found|confirmed|proved|proven|gezeigt|bestätigt|montré|demostrado)|shows?|showed|found|finds?|says?|said|suggests?|confirms?|confirmed|proves?|proved|agrees?|reveals?|revealed|zeigt|zeigen|belegt|belegen|sagen|bestätigt|bestätigen|ergab|montrent?|confirment?|prouvent?|révèlent?|muestran?|demuestran?|confirman?|revelan?|dicen'
/** References to studies, surveys and experts. */
export const studies = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${according})\s(?:\p{L}+\s){0,3}?(?:${study}|${report})|(?!(?:The|This|That|These|Our|Your|Their|His|Her|No|Each|Every|Some|Any|A|An|One)\s)\p{Lu}\p{L}+(?:\s(?:University|Institute))?\s(?:study|survey|report|research|poll)|(?:${study}|${report})\s(?:by|from|at|von|der|de la|de|del|du|des)\s(?:\p{Ll}+\s)?\p{Lu}\p{L}+|(?:${scholars})\s(?:in|aus|à|en)\s\p{Lu}\p{L}+|(?:${study}|${report})\s(?:\p{Ll}+ly\s)?(?:${shows}))(?!\p{L})`,
  'gu',
)
export const studyWord = new RegExp(`(?<!\\p{L})(?:${study}|${report})(?!\\p{L})`, 'iu')
/** The proper names in a reference to a study. */
export const namesOf = (text: string) =>
  (text.match(/\p{Lu}\p{L}+/gu) ?? []).filter(
    (word) => !new RegExp(`^(?:${study}|${report}|according|laut|selon|según)$`, 'iu').test(word),
  )
