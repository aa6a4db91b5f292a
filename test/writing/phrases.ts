/** A phrase that Herald's texts do not use, and what to write instead. */
export type Refused = { phrase: RegExp; instead: string }

/** Refused in every text: comments, docs, test names and what users read. */
export const everywhere: Refused[] = [
  { phrase: /\b(?:tells?|told|telling)\b/i, instead: 'show, list, report, describe, return' },
  { phrase: /\bwho(?:m)?(?:so)?ever\b/i, instead: 'the user, the caller, anyone who' },
  { phrase: /\bstrangers?\b/i, instead: 'anonymous client, visitor' },
  { phrase: /\banew\b/i, instead: 'again' },
  { phrase: /\bonce more\b/i, instead: 'again' },
  { phrase: /\bno more\b(?! than)/i, instead: 'no longer, none' },
  { phrase: /\bby heart\b/i, instead: 'from training data, without search' },
  { phrase: /\blet(?:s|ting)? go of\b/i, instead: 'release, disconnect' },
  { phrase: /\b(?:bears?|borne)\b/i, instead: 'supports' },
  { phrase: /\bheed(?:s|ed|ing)?\b/i, instead: 'follow, respect' },
  { phrase: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix, correct, repair' },
  { phrase: /\b(?:stands?|stood|standing)\b(?!-| for\b| in for\b)/i, instead: 'is, appears, is stored' },
  { phrase: /\bbesides?\b/i, instead: 'next to, in addition' },
  { phrase: /\brest(?:s|ed|ing)? on\b/i, instead: 'supported by, based on' },
  { phrase: /\b(?:speaks?|spoken|spoke) (?:of|for)\b/i, instead: 'mentions, describes' },
  { phrase: /\bkn(?:ows?|own|ew) (?:of|nothing)\b/i, instead: 'has, knows' },
  { phrase: /\bof (?:those|whom) (?:that|who|which|it|the)\b/i, instead: 'a noun' },
  { phrase: /\b(?:to|by|for|with|from|of|about) whom\b/i, instead: 'a noun' },
  {
    phrase: /\b(?:holds? (?:good|against|for)|held (?:to|against))\b/i,
    instead: 'applies to, is checked against',
  },
  { phrase: /\b(?:takes?|took|taken|taking) up\b(?! to\b)/i, instead: 'claim, resume' },
  { phrase: /\bput(?:s|ting)? (?:to engines|back)\b/i, instead: 'send, restore' },
  { phrase: /\bat the wish of\b/i, instead: 'requested by' },
  { phrase: /\brivals?\b/i, instead: 'competitors' },
  {
    phrase:
      /(?<![`.'_])\b(?:cancell(?:ed|ing)|behaviours?|colours|coloured|(?:organ|recogn|normal|synchron|summar)is(?:e|ed|es|ing)|licences?|labell(?:ed|ing)|neighbour\w*|judgements?)\b(?![`'])/i,
    instead: 'American spelling: canceled, behavior, color, organize; values of the API stay in backticks',
  },
  { phrase: /(?:^|[.:!?] )Of (?:past|entries)\b/, instead: 'for, if' },
]

/** Refused in labels, hints, errors and descriptions. */
export const inProduct: Refused[] = [
  { phrase: /\banswer(?:s|ed) with (?:\d|…)/, instead: 'returns, returned status' },
  { phrase: /^It (?:gives|quotes|says|still says|refers to|links to)\b/, instead: 'the text, no source' },
  { phrase: /\b(?:is|are) in no\b/, instead: 'no source, not in any' },
  { phrase: /\bfaults?\b/, instead: 'problem, error' },
  {
    phrase:
      /^(?:What|Who|Whom|Whose|Where|Whether|So that)\b(?!.*\?).*\b(?:is|are|was|were|has|have|may|can)\b/,
    instead: 'a noun, or a verb and a noun',
  },
]
