/** Shortens names to so many letters: their beginnings, or where those are alike, what follows the common part. */
export function shortLabels(names: string[], letters: number): string[] {
  const cut = (text: string, most: number) =>
    text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
  return names.map((name, index) => {
    const label = cut(name, letters)
    const alike = names.filter((other, at) => at !== index && other !== name && cut(other, letters) === label)
    if (label === name || alike.length === 0) return label
    const common = Math.max(...alike.map((other) => commonStart(name, other)))
    const rest = name.slice(Math.min(common, name.length - letters + 1)).trimStart()
    return `…${cut(rest, letters - 1)}`
  })
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
