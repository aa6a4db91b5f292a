import { expect, test } from 'bun:test'
import { entryFor, line, written } from './activities.ts'

test.each([
  ['fix: incorrect zoom level', 'Fix incorrect zoom level'],
  ['fix(map): stale tiles after a resize', 'Fix stale tiles after a resize'],
  ['fix: goroutine leak', 'Fix goroutine leak'],
  ['fix: TileCache race', 'Fix TileCache race'],
  ['fix: legend panel when it has no entries', 'Fix legend panel when it has no entries'],
  ['fix: wildcard escaping issue', 'Fix wildcard escaping issue'],
  ['fix: padding on item indicator', 'Fix padding on item indicator'],
  ['fix: open redirects in links of pages', 'Fix open redirects in links of pages'],
  ['fix: unsafe parsing in tiles.rb', 'Fix unsafe parsing in tiles.rb'],
  ['fix: resize race of two panes', 'Fix resize race of two panes'],
  ['Styled tiles fix', 'Fix styled tiles'],
  ['fix(map): Loading of Tiles Fixed', 'Fix loading of Tiles'],
  ['Performance regression when switching maps (#4)', 'Fix performance regression when switching maps'],
])('a fix that only names a fault is listed with a verb: "%s" as "%s"', (message, title) => {
  expect(entryFor(message).title).toBe(title)
})

test.each([
  ['feat: nested map handling', 'Add nested map handling'],
  ['feat: PWA support for the viewer', 'Add PWA support for the viewer'],
  ['feat(map): legend panel', 'Add legend panel'],
  ['Cooperative Window Resizer Feature', 'Add Cooperative Window Resizer Feature'],
  ['feat: Kitty layout', 'Add Kitty layout'],
  ['Ability to view maps as a guest', 'Add ability to view maps as a guest'],
  ['Option for dark tiles', 'Add option for dark tiles'],
  ['New design of the map menu', 'Add new design of the map menu'],
])('a feature that only names what is added is listed with a verb: "%s" as "%s"', (message, title) => {
  expect(entryFor(message).title).toBe(title)
})

test.each([
  ['Search box overhaul', 'Overhaul search box'],
  ['Map menu reworked', 'Rework map menu'],
  ['feat: the map is redesigned', 'The map is redesigned'],
  ['feat: add settings redesign', 'Add settings redesign'],
  ['Finish checkout redesign', 'Finish checkout redesign'],
  ['Avoid layout rework', 'Avoid layout rework'],
  ['Disable the auto fix', 'Disable the auto fix'],
  ['Remove quick fix', 'Remove quick fix'],
])('a verb at the end of a title comes first, unless it begins with one: "%s" as "%s"', (message, title) => {
  expect(entryFor(message, { paths: ['src/map.ts'] }).title).toBe(title)
})

test.each([
  ['fix: tiles not loaded at the start', 'Fixed: Tiles not loaded at the start'],
  ['fix: the viewer crashes when a tile is empty', 'Fixed: The viewer crashes when a tile is empty'],
  ['fix: viewer crashes when a tile is empty', 'Fixed: Viewer crashes when a tile is empty'],
  [
    '`load()` includes rows without a name, causing a warning',
    'Fixed: `load()` includes rows without a name, causing a warning',
  ],
  ['fix: reader not notified when rows change', 'Fixed: Reader not notified when rows change'],
  ['fix: `zoom` is ignored in print', 'Fixed: `zoom` is ignored in print'],
])('a sentence about a fault is marked as fixed: "%s" as "%s"', (message, title) => {
  expect(entryFor(message).title).toBe(title)
})

test.each([
  ['fix: tiles are sorted by distance', 'Tiles are sorted by distance'],
  ['fix: parser does not change its input', 'Parser does not change its input'],
  [
    'fix: tiles can be empty if the disk does not support links',
    'Tiles can be empty if the disk does not support links',
  ],
  ['feat: prerender the legend panel', 'Prerender the legend panel'],
  ['fix: gracefully handle parse failure', 'Gracefully handle parse failure'],
  ['fix: proxify links in the list', 'Proxify links in the list'],
  ['fix: hasMenu holds a list', 'hasMenu holds a list'],
  ['fix: correctness fixes for tiles', 'Correctness fixes for tiles'],
  ['fix: fsync the folder after a rename', 'Fsync the folder after a rename'],
  ['fix: fsync directory after renames', 'Fsync directory after renames'],
  ['fix: map rows to columns', 'Map rows to columns'],
  ['fix: resolve wrong zoom', 'Resolve wrong zoom'],
  ['feat: draw faster', 'Draw faster'],
  ['fix: 修复错误的缩放', '修复错误的缩放'],
])('a title that already says what changed stays: "%s"', (message, title) => {
  expect(entryFor(message).title).toBe(title)
})

test('the summary and the list use the verb that the title got', () => {
  const { markdown } = written(
    line('feat: nested map handling', 'fix: zoom not applied in print', 'fix: stale tiles'),
  )
  expect(markdown).toContain('adds nested map handling')
  expect(markdown).toContain('- Fixed: Zoom not applied in print')
  expect(markdown).not.toContain('Fixed: Fixed')
})

test.each([
  ['feat: command timeouts', 'Add command timeouts'],
  ['feat: tags above the list of maps', 'Add tags above the list of maps'],
  ['feat: brew tiles', 'Brew tiles'],
  ['feat: faster maps', 'Faster maps'],
])(
  'a feature named by a noun gets a verb only if its first word is no verb: "%s" as "%s"',
  (message, title) => {
    expect(entryFor(message).title).toBe(title)
  },
)

test('leaks are fixed, whatever form their noun has', () => {
  expect(entryFor('fix: memory leaks').title).toBe('Fix memory leaks')
  expect(entryFor('feat: safe async cancellation handling').title).toBe(
    'Add safe async cancellation handling',
  )
  expect(entryFor('Safe async cancellation handling').title).toBe('Add safe async cancellation handling')
})

test.each([
  ['fix: tile list gives wrong output', 'Fixed: Tile list gives wrong output'],
  ['fix: empty lines can corrupt maps', 'Fixed: Empty lines can corrupt maps'],
  ['fix: `zoom` not implemented fix', 'Fixed: `zoom` not implemented'],
])('what a program should not do is marked as fixed: "%s" as "%s"', (message, title) => {
  expect(entryFor(message).title).toBe(title)
})
