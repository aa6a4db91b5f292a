/**
 * Words that harm the company they describe. They need a source in every position: in questions, headings, mentions
 * and sentences with an implied subject.
 */
const starts = `
leak breach spam scam fraud steal stole sued lawsuit illegal unlawful crimin hack malware spyware ransom virus crash
outage downtime insecur vulnerab unsafe danger mislead misled decepti deceiv dishonest cheat bankrupt insolv abus exploit
overcharg overpric unreliab slow worst worse terribl awful useless buggy broken outdated obsolet inferior toxic predator
surveil shady sloppy careless neglig corrupt brib liar lying lies untrust notorious infam violat expose
betrüg betrug gestohlen stiehlt verkauft klau leck datenleck panne illegal kriminell unsicher gefähr schadsoftware
überteuert langsam schlechte unzuverläss veraltet abzock täusch irreführ pleite insolven verklag missbrauch ausspion
fuite fuit escroqu fraud vole voleu illéga crimin piraté piratag dangereu trompeu menso arnaque lent pire obsolèt faillit
peu-fiable
filtra estafa fraude roba robó ilegal crimin hackea peligros engañ mentir lento peor obsolet quiebra inseguro inútil
vazament golpe rouba perigos mentiros truff ruba pericolos lek misleid onveilig gevaarlijk traag`
  .split(/\s+/)
  .filter(Boolean)

const phrases = [
  'sells? (?:\\p{L}+ ){0,3}(?:data|users|customers)',
  'sold (?:\\p{L}+ ){0,3}(?:data|users|customers)',
  'los(?:es?|ing|t) (?:\\p{L}+ ){0,3}(?:data|files?|money|customers|users|drafts|work)',
  '(?:copie[sd]|shar(?:es?|ed|ing)|giv(?:es?|en)|pass(?:es|ed)|sen(?:ds?|t)|hand(?:s|ed)) (?:\\p{L}+ ){0,4}(?:third parties|advertisers)',
  'spies|spying|spied|hidden (?:fees?|costs?|charges?)|rip-?offs?|shut(?:s|ting)? down|go(?:es)? down',
  'fails?|failed|failing|failures?|complain(?:s|ed|t|ts)?|abandon(?:s|ed)?|discontinued|collaps(?:e|es|ed)',
  'verliert (?:\\p{L}+ ){0,3}daten|perd (?:\\p{L}+ ){0,3}donn|vend(?:e|en)? (?:\\p{L}+ ){0,3}d(?:onn|at)',
  'pierde (?:\\p{L}+ ){0,3}datos',
]

const loaded = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${[...new Set(starts)].join('|')})\\p{L}*|(?:${phrases.join('|')})(?![\\p{L}]))`,
  'giu',
)

/** The harmful words of a text, in lower case. */
export const loadedWordsIn = (text: string): string[] =>
  [...text.normalize('NFC').matchAll(loaded)].map(([word]) => word.toLowerCase())
