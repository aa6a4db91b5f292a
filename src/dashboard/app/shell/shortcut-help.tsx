import { Dialog } from '../../kit/dialog.tsx'
import { places } from './places.ts'

const general: [string, string][] = [
  ['Ctrl K', 'Search pages, actions and posts'],
  ['/', 'Filter the list'],
  ['j k', 'Move in a list'],
  ['Enter', 'Open'],
  ['x', 'Select'],
  ['n', 'Create'],
  ['Ctrl S', 'Save'],
  ['Ctrl Z', 'Undo deletion'],
  ['Ctrl ↵', 'Submit'],
  ['Esc', 'Close'],
]

/** The list of keyboard shortcuts. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const going = places.flatMap(({ key, label }) => (key ? [[`g ${key}`, label] as [string, string]] : []))
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} wide>
      <div className="two">
        <KeyList title="Everywhere" keys={general} />
        <KeyList title="Go to" keys={going} />
      </div>
      <p className="muted small">You can turn off single-key shortcuts in your account.</p>
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
