import { Dialog } from '../../kit/dialog.tsx'
import { navigationItems } from './navigation-items.ts'
import * as strings from './strings.ts'

const general: [string, string][] = [
  [strings.shortcutHelp.ctrlK, strings.shortcutHelp.searchPagesActionsAndPosts],
  ['/', strings.shortcutHelp.filterList],
  ['j k', strings.shortcutHelp.moveInList],
  [strings.shortcutHelp.enter, strings.shortcutHelp.open],
  ['x', strings.shortcutHelp.select],
  ['n', strings.shortcutHelp.create],
  [strings.shortcutHelp.ctrlS, strings.shortcutHelp.save],
  [strings.shortcutHelp.ctrlZ, strings.shortcutHelp.undoDeletion],
  [strings.shortcutHelp.ctrl, strings.shortcutHelp.submit],
  [strings.shortcutHelp.esc, strings.shortcutHelp.close],
]

/** The list of keyboard shortcuts. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const going = navigationItems.flatMap(({ key, label }) =>
    key ? [[`g ${key}`, label] as [string, string]] : [],
  )
  return (
    <Dialog title={strings.shortcutHelp.title} onClose={onClose} wide>
      <div className="two">
        <KeyList title={strings.shortcutHelp.everywhere} keys={general} />
        <KeyList title={strings.shortcutHelp.goTo} keys={going} />
      </div>
      <p className="muted small">{strings.shortcutHelp.turnOffHint}</p>
    </Dialog>
  )
}

function KeyList({ title, keys }: { title: string; keys: [string, string][] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>{what}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
