// The parts of a piece of HTML that a browser would run or load; an empty list means that it only shows text.
const forbiddenTags =
  'script iframe object embed style svg math form input button base link meta template'.split(' ')
const safeSchemes = /^(https?:|mailto:|#|\/|[^:]*$)/

export async function dangersIn(html: string) {
  const dangers: string[] = []
  const rewriter = new HTMLRewriter().on('*', {
    element({ tagName, attributes }) {
      if (forbiddenTags.includes(tagName.toLowerCase())) dangers.push(`<${tagName}>`)
      for (const [name, value] of attributes) {
        if (/^on|^style$|^srcdoc$/i.test(name)) dangers.push(name)
        if (/^(href|src|action|formaction|xlink:href)$/i.test(name) && !safeSchemes.test(plain(value)))
          dangers.push(`${name}=${value}`)
      }
    },
  })
  await rewriter.transform(new Response(html)).text()
  return dangers
}

export async function linksIn(html: string) {
  const links: string[] = []
  const rewriter = new HTMLRewriter().on('a[href]', {
    element(element) {
      links.push(element.getAttribute('href') ?? '')
    },
  })
  await rewriter.transform(new Response(html)).text()
  return links
}

function plain(value: string) {
  const decoded = value
    .replace(/&#x([0-9a-f]+);?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);?/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&colon;', ':')
    .replace(/&(Tab|NewLine);/g, '')
    .replaceAll('&amp;', '&')
  return [...decoded]
    .filter((character) => character > ' ')
    .join('')
    .toLowerCase()
}
