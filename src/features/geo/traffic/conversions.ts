/** Returns whether a landing page is on a conversion path or below it; `/` matches only the home page (contract geo 11). */
export function createConversionCheck(conversionPaths: string[]): (path: string) => boolean {
  const paths = conversionPaths.map(normalize)
  return (path) => {
    const visited = normalize(path)
    return paths.some((each) => visited === each || (each !== '/' && visited.startsWith(`${each}/`)))
  }
}

/** Without percent-encoding and the slash at the end. */
function normalize(path: string): string {
  const [bare = ''] = path.split(/[?#]/)
  return decode(bare).replace(/(?<=.)\/+$/, '')
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
