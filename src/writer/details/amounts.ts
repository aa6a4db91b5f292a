import { anyOf } from '../../text/pattern.ts'
import { crowds, fractions, halvesSaved } from '../amount-words.ts'
import { withDigits } from '../number-words.ts'
import { crowdNouns, type Figure } from './digits-in-text.ts'
import { foldText } from './fold-text.ts'
import { listNouns } from './harmless-figures.ts'

const verbObject = String.raw`(?=\s+(?:the|our|your|their|its|his|her|every|each|all|output|productivity|traffic|revenue|sales|speed)(?!\p{L})|\s*[,.;!?]|\s*$)`
const wholes = 'three|four|five|six|seven|eight|nine|ten|twenty|hundred|3|4|5|6|7|8|9|10|20|100'
const multiples = `\\d+|two|${wholes}|zwei|drei|vier|fünf|sechs|acht|zehn|hundert|deux|trois|quatre|cinq|six|huit|dix|cent|dos|tres|cuatro|cinco|seis|ocho|diez|cien`
/** Amounts without a number, and the figures in sources that mean the same. */
export const amounts: [amount: string, equals: string[], pattern: RegExp][] = [
  [
    'half',
    ['percent:50'],
    anyOf('giu', [
      /(?<!(?:first|second|other|last|each|either|better)\s|\p{L})half (?:of (?:the|all|our|their|your|(?!this(?!\p{L}))\p{Ll}+s)|the (?:\p{Ll}+ )?(?:customers|teams|users|companies|developers|people|readers|maintainers))(?!\p{L})/u,
      /(?<!\p{L})(?:by (?:a |one )?half(?! (?:past|an?|as|of the)(?!\p{L}))|divis\p{L}{0,4} par deux|dividid[oa]s? (?:por|entre) dos|in half(?!\s?\p{Lu})|halbier(?:t|en)|de moitié|la moitié d|la mitad de)/u,
      /(?<!\p{L})die hälfte(?!\p{L})/u,
    ]),
  ],
  [
    'half',
    ['percent:50'],
    new RegExp(
      String.raw`(?<!(?:both|two|the)\s|\p{L})(?:halves|halved|halving|(?<=(?:to|can|will|may|helps?)\s)halve)${verbObject}`,
      'giu',
    ),
  ],
  [
    'double',
    ['factor:2', 'percent:100'],
    new RegExp(
      String.raw`(?<!\p{L})(?:doubles|doubled|doubling|(?<=(?:to|can|will|may|helps?)\s)double|verdoppel(?:t|n)|duplica)${verbObject}|(?<!\p{L})verdoppel(?:t|n)(?!\p{L})`,
      'giu',
    ),
  ],
  [
    'triple',
    ['factor:3'],
    new RegExp(
      String.raw`(?<!\p{L})(?:triples|tripled|tripling|quadruples|quadrupled|(?<=(?:to|can|will|may|helps?)\s)triple|triplica)${verbObject}|(?<!\p{L})verdreifach(?:t|en)(?!\p{L})`,
      'giu',
    ),
  ],
  [
    'third',
    ['percent:33'],
    /(?<!\p{L})(?:a|one|two)[ -]thirds? (?:of|less|fewer|more|faster|cheaper)(?!\p{L})|(?<!\p{L})(?:ein|zwei) drittel(?!\p{L})|(?<!\p{L})(?:d['’]un tiers|(?:un|deux) tiers|un tercio|dos tercios)(?!\p{L})/giu,
  ],
  [
    'quarter',
    ['percent:25', 'percent:75'],
    /(?<!\p{L})(?:a|one|three)[ -]quarters? (?:of|less|fewer|more|faster|cheaper)(?!\p{L})|(?<!\p{L})(?:ein|drei) viertel(?!\p{L})/giu,
  ],
  [
    'share',
    [],
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.,])(?:one|two|three|four|five|six|seven|eight|nine|[1-9]) (?:out of|in) (?:every )?(?:${wholes})(?![\p{L}\p{N}])`,
      'giu',
    ),
  ],
  [
    'dozens',
    [],
    new RegExp(
      String.raw`(?<!\p{L})dozens of (?!(?:\p{Ll}+ )?(?:${listNouns})(?!\p{L}))\p{L}+|(?<!\p{L})(?:a|two|three|several) dozen (?:\p{Ll}+ )?(?:${crowdNouns})(?!\p{L})`,
      'giu',
    ),
  ],
  [
    'multiple',
    [],
    new RegExp(
      String.raw`(?<!\p{L})(?:(?:divided|multiplied|multiplies|multipli(?:e|ée?s?|er)|divis(?:e|ée?s?|er)|multiplica|multiplicad[oa]s?|divide|dividid[oa]s?) (?:by|par|por|entre)|factor of|facteur de|faktor|factor de) (?:${multiples})(?![\p{L}\p{N}])`,
      'giu',
    ),
  ],
  ['fraction', [], fractions],
  ['crowd', [], crowds],
  ['half', ['percent:50'], halvesSaved],
  ['magnitude', [], /(?<!\p{L})orders? of magnitude(?!\p{L})/giu],
  ['nines', [], /(?<!\p{L})(?:two|three|four|five|six|seven) nines(?!\p{L})/giu],
  [
    'price',
    [],
    /(?<!\p{L})(?:nine|nineteen|twenty|twenty-nine|thirty-nine|forty-nine|ninety-nine) ninety[ -](?:nine|five)(?!\p{L})/giu,
  ],
]
/** Kinds of amounts that are the same only in the same words. */
const comparedByWords = new Set(['share', 'multiple', 'fraction', 'crowd'])
export const amountsIn = (text: string): Figure[] =>
  amounts.flatMap(([amount, , pattern]) =>
    [...text.matchAll(pattern)].map(([written]) => ({
      detail: written,
      keys: [`amount:${comparedByWords.has(amount) ? foldText(withDigits(written)) : amount}`],
    })),
  )
