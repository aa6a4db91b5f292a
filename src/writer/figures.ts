/** The figures of a text in a normal form: 1,000 and 1000, 9.50 and 9,5 are equal. */
export const figuresIn = (text: string) =>
  new Set(
    [
      ...text
        .normalize('NFKC')
        .matchAll(/(?<!\p{Script=Latin})\d+(?:[.,'’\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?/gu),
    ].map(([figure]) => toNumber(figure)),
  )

const toNumber = (figure: string) =>
  figure
    .replace(/[.,'’\u00a0\u202f ](?=\d{3}(?!\d))/g, '')
    .replace(',', '.')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
