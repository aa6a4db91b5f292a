/** Negations in the languages that brands use. */
const words =
  'no not never without lacks lack lacking none nor cannot neither kein keine keinen keinem keiner nicht nie ohne weder pas aucun aucune sans jamais sin nunca ningún ninguna ninguno tampoco não sem nenhum nenhuma non senza nessun nessuno nessuna mai geen niet nooit zonder не нет без nie bez nem utan inte ikke uten uden değil yok без немає не'

const separated = new RegExp(
  `(?<![\\p{L}])(?:${[...new Set(words.split(' '))].join('|')})(?![\\p{L}])|n['’]t(?![\\p{L}])`,
  'iu',
)
const within = /ない|ません|なし|なく|不|没|沒|无|않|없|ไม่/u

/** Whether a clause is negated. */
export const isNegated = (clause: string) => separated.test(clause) || within.test(clause)
