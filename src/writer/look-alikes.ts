/** Letters of other scripts that look like Latin ones, and Latin letters that Unicode does not decompose. */
const latin: Record<string, string> = {
  // Cyrillic.
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm', н: 'h' },
  ...{ п: 'n', о: 'o', р: 'p', ԛ: 'q', ѕ: 's', т: 't', ц: 'u', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y' },
  // Greek.
  ...{ α: 'a', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w' },
  // Latin and Armenian.
  ...{ ı: 'i', ɑ: 'a', ɡ: 'g', ɩ: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', օ: 'o', ո: 'n', ս: 'u' },
}

const lookAlike = new RegExp(`[${Object.keys(latin).join('')}]`, 'giu')

/** Replaces letters that look like Latin ones and removes accents and invisible characters: "Ignоre", with a Cyrillic o, is "Ignore". */
export const withLatinLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(lookAlike, (sign) => {
      const small = sign.toLowerCase()
      const letter = latin[small] ?? sign
      return sign === small ? letter : letter.toUpperCase()
    })
