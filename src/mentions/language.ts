/** Common words and letters that identify languages of the Latin script; only used for the ending of a name. */
const markers: Record<string, string> = {
  en: 'the a an and of is are for many how they with you that it on has have or not from by be this can most to than which their but',
  de: 'der die das und ist mit für von den dem ein eine nicht auch auf im zu sind oder aber wird bei ß ä ö ü',
  fr: 'le la les et est des un une du pour avec dans que qui sur pas plus il sont ou ce au ç è ê à œ',
  es: 'el la los las y es de del un una para con en que por más se son su como lo o ñ ¿ á í ó ú',
  it: 'il la lo gli e è di del della un una per con che non sono da in anche più come o ò ù',
  pt: 'o a os as e é de do da um uma para com em que não por mais se são como ou ã õ ç no na',
  nl: 'de het een en is van voor met op dat niet zijn ook maar bij te aan of om als je naar ij',
  sv: 'och är att en ett för med på som det den av inte till har från kan eller mer än om i ä ö å',
  da: 'og er at en et for med på som det den af ikke til har fra kan eller mere end om i æ ø å',
  nb: 'og er å en et for med på som det den av ikke til har fra kan eller mer enn om i æ ø å',
  fi: 'ja on ei se että joka voi myös kuin ovat tai sekä mutta jos niin kun sen vain ole koska saa ä ö',
  hu: 'a az és egy hogy nem is van vagy de meg mint csak lehet ha ez azt kell már sok ő ű á é',
  tr: 've bir için ile bu da de daha çok en olarak var ne gibi ama veya bunu kadar ş ğ ı ç ö ü',
  pl: 'i w na z do jest się nie to że od za dla jak lub oraz po przez są ale bo niż ze ł ę ą ś ż ć ń ź ó',
  cs: 'a v na je se s z do pro že o k i ve jako za od nebo ale by jsou si to ř ě ů č š ž ý á í é',
  ro: 'și de la este în cu un o pe nu care mai din pentru sau dar că al ale a cea cel decât ț ș ă î â',
  id: 'yang dan di dengan untuk dari ini itu pada adalah ke tidak juga atau bisa lebih akan dalam ada harus oleh',
  vi: 'và là của có cho các một với không được trong này để thì hơn nhiều đ ơ ư ạ ế ộ',
}

const codes = Object.keys(markers)
/** For each word or letter, the indexes of its languages in the list. */
const places = new Map<string, number[]>()
for (const [place, words] of Object.values(markers).entries())
  for (const word of words.split(' ')) places.set(word, [...(places.get(word) ?? []), place])

/** Whether the text around a span is in one of these languages; unsure without any evidence. */
export function isWrittenIn(languages: string[], answer: string, start: number): 'yes' | 'no' | 'unsure' {
  const line = languagesOfLine(answer, start)
  if (line.length > 0) return line.some((each) => languages.includes(each)) ? 'yes' : 'no'
  const whole = languagesOfPart(answer, 0, maxSample)
  return whole.some((each) => languages.includes(each)) ? 'yes' : 'unsure'
}

/** Whether there is any sign of German nearby: a cheap check before the full one. */
export function mayBeGerman(answer: string, start: number): boolean {
  return germanSigns.test(answer.slice(Math.max(0, start - step), start + step))
}

const germanSigns =
  /[äöüß]|(?<!\p{L})(?:der|die|das|und|ist|mit|den|dem|ein|eine|im|zu|auf|auch|nicht)(?!\p{L})/iu

/** In a long line only the text nearby, in steps, so that neighboring names share the result. */
function languagesOfLine(answer: string, start: number): string[] {
  const near = start - (start % step)
  const line = answer.lastIndexOf('\n', start) + 1
  const newline = answer.indexOf('\n', start)
  const end = newline < 0 ? answer.length : newline
  // A window that starts or ends inside a word would treat its parts as common words.
  const from = line < near - step ? answer.indexOf(' ', near - step) : line
  const to = end > near + 2 * step ? answer.lastIndexOf(' ', near + 2 * step) : end
  return languagesOfPart(answer, from < 0 ? start : Math.min(from, start), Math.max(to, start))
}

let read = { answer: '', parts: new Map<string, string[]>() }

function languagesOfPart(answer: string, from: number, to: number): string[] {
  if (read.answer !== answer) read = { answer, parts: new Map() }
  const key = `${from} ${to}`
  const languages = read.parts.get(key) ?? detectLanguages(answer.slice(from, to))
  read.parts.set(key, languages)
  return languages
}

const maxSample = 2_000
const step = 128

/** The languages of a text, by common words and by rare letters; empty without any. */
export function detectLanguages(text: string): string[] {
  const counts = new Uint16Array(codes.length)
  for (const word of text.toLowerCase().split(betweenWords)) {
    for (const place of places.get(word) ?? none) counts[place] = (counts[place] as number) + 2
    if (isPlain.test(word)) continue
    for (const letter of word)
      if (letter > 'z')
        for (const place of places.get(letter) ?? none) counts[place] = (counts[place] as number) + 1
  }
  const most = Math.max(...counts)
  return most === 0 ? [] : codes.filter((_, place) => (counts[place] as number) >= most * 0.75)
}

const none: number[] = []
const betweenWords = /[^\p{L}\p{M}]+/u
const isPlain = /^[a-z]*$/
