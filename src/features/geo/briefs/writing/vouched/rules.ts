import { countWords } from '../../../../../text/line.ts'

/** Names of those who vouch for a product: who was not told that they do may not say so. */
const authorities =
  /\b(?:Gartner|Forrester|IDC|G2|Capterra|TrustRadius|Magic Quadrant|SOC ?[123]|ISO(?:\/IEC)? ?\d{4,5}|HIPAA|PCI[ -]DSS|FedRAMP|Fortune (?:100|500|1000))\b|\b(?:market leader|leader in|award[- ]winning|industry[- ]leading|trusted by)\b/gi

const quoted = /“([^”\n]+)”|"([^"\n]+)"|«([^»\n]+)»|„([^“”\n]+)[“”]|「([^」\n]+)」/g
const mostWordsOfNobody = 4

/** What a text quotes, and whom it has vouch, that stands in nothing that was given. */
export function findUnvouched(text: string, given: string): { quotations: string[]; names: string[] } {
  const known = fold(given)
  const quotations = [...text.matchAll(quoted)].map((groups) => groups.slice(1).find(Boolean) ?? '')
  const names = new Set([...text.matchAll(authorities)].map(([name]) => name))
  return {
    quotations: quotations.filter(
      (each) => countWords(each) > mostWordsOfNobody && !known.includes(fold(each)),
    ),
    names: [...names].filter((name) => !` ${known} `.includes(` ${fold(name)} `)),
  }
}

/** Words alone: a quotation may end in another mark, and stand on other lines. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
