import { kindOfPath } from '../paths.ts'

/** The input of the trained table: the words of a title, their order, and the purpose of the files. */
export function featuresOf(title: string, paths: string[]): string[] {
  const words = wordsOf(title)
  const features = words.map((word) => `w:${word}`)
  const [first = '', second = '', third = ''] = words
  features.push(`1:${first}`, `2:${first} ${second}`)
  if (third) features.push(`3:${second} ${third}`)
  for (let at = 1; at < words.length; at++) features.push(`b:${words[at - 1]} ${words[at]}`)
  if (title.includes('`')) features.push('code')
  if (/(?:^|\s)--[a-z]/.test(title)) features.push('option')
  if (/[a-z]\w{0,80}\(\)/.test(title)) features.push('call')
  features.push(`length:${Math.min(4, Math.floor(words.length / 3))}`)
  features.push(...featuresOfPaths(paths))
  return [...new Set(features)]
}

function wordsOf(title: string): string[] {
  return (
    title
      .toLowerCase()
      .normalize('NFC')
      .replace(/`[^`]*`/g, ' codespan ')
      .replace(/\d+(?:\.\d+)*/g, '0')
      .match(/[\p{L}\p{N}_'-]+/gu) ?? []
  ).slice(0, 20)
}

function featuresOfPaths(paths: string[]): string[] {
  if (paths.length === 0) return ['paths:unknown']
  const kinds = [...new Set(paths.map(kindOfPath))].sort()
  const features = kinds.map((kind) => `has:${kind}`)
  features.push(`all:${kinds.join('+')}`, `size:${Math.min(6, Math.ceil(Math.log2(paths.length)))}`)
  return features
}
