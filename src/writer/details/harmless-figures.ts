import { anyOf, between, oneOf } from '../../text/pattern.ts'

export const listNouns = `ways?|steps?|tips?|tools?|reasons?|questions?|options?|things?|alternatives?|criteria|examples?|points?|mistakes?|sections?|parts?|items?|rules?|ideas?|changes?|fixes|improvements?|commits?|releases?|issues?|sentences?|words?|columns?|rows?|schritten?|tipps?|gründen?|wegen?|fragen?|werkzeugen?|optionen|punkten?|beispielen?|fehler|étapes?|conseils?|raisons?|outils?|façons?|pasos?|consejos?|razones|herramientas?|preguntas?|formas?`
/** Idioms for "always"; after a verb of saving they are an amount. */
const allDay = between(
  'giu',
  /(?<!(?:sav|spen|los|wast|gain)\p{L}*\s(?:\p{L}+\s){0,2})(?<![\p{N}.,])/u,
  [
    /24 hours(?: a| per|, 7 days a) (?:day|week)|7 days (?:a|per) week|365 days (?:a|per) year/u,
    /24 stunden am tag|7 tage die woche|24 heures sur 24|7 jours sur 7|24 horas al día/u,
    /7 días a la semana/u,
  ],
  /(?!\p{L})/u,
)
const harmlessPatterns = [
  /https?:\/\/\S+|(?<!\S)[^\s@]{1,64}@[^\s@]{1,255}/gi,
  /(?<![\p{L}\p{N}])v?\d+\.\d+\.\d[\w.+-]*|(?<![\p{L}\p{N}])v\d+(?:\.\d+)*(?!\p{L})/giu,
  /^\s*(?:#+\s*)?\d{1,3}[.)](?=\s)/gm,
  between(
    'giu',
    /(?<!\p{L})/u,
    [
      /steps?|sections?|chapters?|figures?|tables?|parts?|phases?|levels?|questions?|points?/u,
      /version|release|rule|option|case|node(?:\.js)?|python|java|php|ruby|go|http|https|oauth|tls/u,
      /openapi|web|port|lines?|pages?|error|status|windows|ios|android|schritt|abschnitt|kapitel/u,
      /teil|phase|regel|tabelle|zeile|seite|étape|section|partie|règle|page|ligne|paso|sección/u,
      /parte|regla|página|línea|top/u,
    ],
    /\s#?\d+(?:\.\d+)?(?!\s?%)/u,
  ),
  allDay,
  /(?<!\d)24\/7(?!\d)|(?<!\d)\d{1,2}:\d{2}(?!\d)|(?<!\d)\d{1,2}\s?(?:am|pm|uhr|h)(?!\p{L})/giu,
  anyOf('giu', [
    /(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2}(?:st|nd|rd|th)?(?![\d%])/u,
    /(?<!\d)\d{1,2}(?:st|nd|rd|th)(?!\p{L})/u,
    new RegExp(
      String.raw`(?<!\d)\d{1,2}\.?\s(?=(?:${oneOf([
        /january|february|march|april|may|june|july|august|september|october|november|december|januar/u,
        /februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août/u,
        /septembre|octobre|novembre|décembre/u,
        /de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)/u,
      ])}))`,
      'u',
    ),
  ]),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.,$€£¥])(?:\d|1\d|2[0-5])(?=\s(?:[\p{Ll}-]+\s){0,2}(?:${listNouns})(?!\p{L}))`,
    'giu',
  ),
]

/** A text with spaces in place of figures that state nothing: versions, addresses, list numbers, dates. */
export function withoutHarmlessFigures(text: string): string {
  const blank = (gone: string) => ' '.repeat(gone.length)
  const asked = text.replace(question, (each) => each.replace(yearAsked, blank))
  return harmlessPatterns.reduce((rest, pattern) => rest.replace(pattern, blank), asked)
}

/** A question about years makes no claim about them: "What improved in 2025 and 2026?" */
const question =
  /(?<![^\n.!?:…])[ \t]*(?:#+ )?(?:what|which|how|who|where|was|welche[rsn]?|wie|wer|wo|qu['’]est-ce|que|quels?|quelles?|comment|qui|où|¿?\s?(?:qué|cuál(?:es)?|cómo|quién|dónde))(?!\p{L})[^\n.!?]{0,200}\?/giu
const yearAsked = /(?<![\p{L}\p{N}.,$€£-])(?:19|20)\d\d(?![\p{L}\p{N}%]|[.,-]\d|\s\p{Ll}{4,}s(?!\p{L}))/gu
