import type { Category } from './category.ts'
import type { ListedChange } from './placed.ts'

type Labels = { features: string; fixes: string; security: string; performance: string }
type Phrase = { is: RegExp; labels: Labels; colon?: string; comma?: string; stop?: string }

/** Languages in the order of their signs: Japanese titles contain Han characters too. */
const phrases: Phrase[] = [
  {
    is: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    labels: {
      features: '新機能・改善 {n} 件',
      fixes: '不具合の修正 {n} 件',
      security: 'セキュリティ修正 {n} 件',
      performance: '性能の改善 {n} 件',
    },
    colon: '：',
    comma: '、',
    stop: '。',
  },
  {
    is: /\p{Script=Hangul}/u,
    labels: {
      features: '새 기능과 개선 {n}건',
      fixes: '버그 수정 {n}건',
      security: '보안 수정 {n}건',
      performance: '성능 개선 {n}건',
    },
  },
  {
    is: /\p{Script=Han}/u,
    labels: {
      features: '新功能与改进 {n} 项',
      fixes: '问题修复 {n} 项',
      security: '安全修复 {n} 项',
      performance: '性能优化 {n} 项',
    },
    colon: '：',
    comma: '，',
    stop: '。',
  },
  {
    is: /\p{Script=Cyrillic}/u,
    labels: {
      features: 'новые возможности: {n}',
      fixes: 'исправления: {n}',
      security: 'исправления безопасности: {n}',
      performance: 'ускорения: {n}',
    },
  },
  {
    is: /\b(?:der|die|das|den|dem|einen?|beim|für|und)\b/i,
    labels: {
      features: 'Neuerungen: {n}',
      fixes: 'Fehlerbehebungen: {n}',
      security: 'Sicherheitskorrekturen: {n}',
      performance: 'Beschleunigungen: {n}',
    },
  },
  {
    is: /\b(?:les|des|du|pour|dans|avec|sur|une?)\b/i,
    labels: {
      features: 'nouveautés : {n}',
      fixes: 'corrections : {n}',
      security: 'correctifs de sécurité : {n}',
      performance: 'gains de performance : {n}',
    },
  },
  {
    is: /\b(?:el|los|las|para|una|del)\b/i,
    labels: {
      features: 'novedades: {n}',
      fixes: 'correcciones: {n}',
      security: 'correcciones de seguridad: {n}',
      performance: 'mejoras de rendimiento: {n}',
    },
  },
  {
    is: /\b(?:os|ao|da|na|no|por|com|uma)\b/i,
    labels: {
      features: 'novidades: {n}',
      fixes: 'correções: {n}',
      security: 'correções de segurança: {n}',
      performance: 'melhorias de desempenho: {n}',
    },
  },
  {
    is: /\b(?:il|gli|nel|della|di|per)\b/i,
    labels: {
      features: 'novità: {n}',
      fixes: 'correzioni: {n}',
      security: 'correzioni di sicurezza: {n}',
      performance: 'miglioramenti delle prestazioni: {n}',
    },
  },
]

const counted: [keyof Labels, Category][] = [
  ['features', 'Features & Enhancements'],
  ['fixes', 'Bug Fixes'],
  ['security', 'Security'],
  ['performance', 'Performance Improvements'],
]

/**
 * A summary in the language of most titles, with the number of changes of each kind: titles cannot be made part of a
 * sentence without a grammar of that language. Null if the language has no phrases.
 */
export function summarizeForeign(changes: ListedChange[], subject: string): string | null {
  const titles = changes.map(({ change }) => change.title)
  const sizes = phrases.map(({ is }) => titles.filter((title) => is.test(title)).length)
  // Kana decide for Japanese even if half of the titles have none.
  const at = sizes.findIndex((size, index) => size * (index === 0 ? 4 : 2) >= titles.length)
  const phrase = phrases[at]
  if (!phrase) return null
  const { labels, colon = ': ', comma = ', ', stop = '.' } = phrase
  const parts = counted.flatMap(([label, category]) => {
    const count = changes.filter((each) => each.category === category).length
    return count > 0 ? [labels[label].replace('{n}', String(count))] : []
  })
  const name = subject.replace(/^this update(?: of )?|^version /, '')
  if (parts.length === 0) return null
  return `${name === '' ? '' : `${name}${colon}`}${parts.join(comma)}${stop}`
}
