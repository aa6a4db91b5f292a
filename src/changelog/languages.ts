import { anyOf } from '../text/pattern.ts'
import type { Nature } from './nature.ts'

// Words of titles in other languages, the most specific first; scripts without spaces are matched anywhere.
const words: [Nature, RegExp][] = [
  [
    'dependencies',
    anyOf('iu', [
      /(?:更新|升级|升級|昇級)依赖|升级[\w. -]+(?:版本)?[到至为]|依存関係を?更新|의존성 (?:업데이트|업그레이드)/u,
      /обнов\p{L}* зависимост|mise à jour des dépendances|abhängigkeiten aktualisier|actualiza\p{L}* (?:las )?dependencias|atualiza\p{L}* (?:as )?dependências/u,
    ]),
  ],
  [
    'documentation',
    /文档|文檔|说明文|注释|ドキュメント|문서|документац|\bdocumentation\b|\bdokumentation\b|documentación|documentação|documentazione|(?:更新|修改|完善) ?readme/iu,
  ],
  [
    'testing',
    /单元测试|测试用例|單元測試|テストを|테스트 (?:추가|수정)|добав\p{L}* тест|\bajout\p{L}* (?:de )?tests?\b|\btests? hinzugefügt|añad\p{L}* pruebas|adiciona\p{L}* testes?/iu,
  ],
  [
    'performance',
    /性能|加速|提速|高速化|パフォーマンス|성능|производительност|ускор|\bperformances?\b.*\b(?:amélior|optimis)|amélior\p{L}* (?:les |des )?performances?|leistung|beschleunig|rendimiento|desempenho|prestazioni/iu,
  ],
  [
    'fix',
    anyOf('iu', [
      /修复|修復|修正|解决|解決|不再|バグ|不具合|直す|수정|고침|오류|버그|исправ|почин|ошибк|устран|^corri(?:g|j)\p{L}*/u,
      /^corrección|^correção|^correctif|^répar|^évite/u,
      /\b(?:behebt|behoben|behebe|beheben|repariert|korrigiert|korrigiere)\b|^fehler|^fixé\b/u,
      /^arregl|^soluciona|^conserta|^risolt|^risolve|^evita\b/u,
    ]),
  ],
  [
    'internal',
    anyOf('iu', [
      /重构|重構|优化代码|代码优化|整理|清理|格式化|重命名|^将.+(?:迁移|移动|统一|移)[到至]|^使用[\w. -]+(?:代替|替代|替换)|^合并|未使用|无用/u,
      /リファクタ|整形|리팩토링|리팩터|정리|рефактор|\brefactori[sz]\p{L}*|\bumbenannt\b|\baufgeräumt\b|^nettoyage|^limpieza|^limpeza|^pulizia|refatora/u,
    ]),
  ],
  [
    'feature',
    anyOf('iu', [
      /新增|添加|增加|支持|实现|實現|支援|优化|改进|追加|対応|サポート|実装|추가|지원|구현|добав|поддержк|реализ|внедр|^ajout\p{L}*/u,
      /^implément|^permet\b|prise en charge|hinzugefügt/u,
      /\b(?:neue[rsn]?|füge|unterstützt|unterstützung|erlaubt|ermöglicht)\b|^añad|^agreg|^permite\b/u,
      /^soporte\b|^implementa\b|^adicion|^suporte\b|^nuov[oaie]\b|^aggiun|^nuev[oa]s?\b/u,
      /^nov[oa]s?\b|^nouve(?:au|lle)/u,
    ]),
  ],
]

/** The kind of work that a title in a language other than English names; null if unknown. */
export function readForeign(title: string): Nature | null {
  if (/^[ -~]*$/.test(title) && !romance.test(title)) return null
  return words.find(([, pattern]) => pattern.test(title))?.[0] ?? null
}

/** Whether a title is written in a language other than English. */
export function isForeign(title: string): boolean {
  const letters = title.match(/\p{L}/gu) ?? []
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  // A sign of these scripts says as much as three letters.
  const signs = others.filter((letter) =>
    /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Kana}|\p{Script=Hira}/u.test(letter),
  )
  return (
    (others.length + signs.length * 2) * 3 > letters.length + signs.length * 2 ||
    (readForeign(title) !== null && (title.match(new RegExp(romance, 'gi'))?.length ?? 0) > 1)
  )
}

// Titles in these languages may contain no accent.
const romance =
  /\b(?:el|los|las|del|para|une?|les|des|du|pour|dans|avec|sur|der|die|das|den|dem|einen?|beim|für|und|os|ao|da|na|no|por|com|il|gli|nel|della|de|le|la|al|per|l'|d')\b/i
