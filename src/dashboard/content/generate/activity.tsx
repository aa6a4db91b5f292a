import type { UseQueryResult } from '@tanstack/react-query'
import { paths } from '../../data/paths.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { CountedTally } from '../../kit/tally.tsx'
import { type Choice, windows } from './choice.ts'
import { ItemGroup } from './item-group.tsx'
import { describeCounts, groupsOf, type Preview } from './preview.ts'
import { countTicked } from './request.ts'
import * as strings from './strings.ts'

/** The activity of a window, with check boxes. */
export function Activity({ preview, choice }: { preview: UseQueryResult<Preview>; choice: Choice }) {
  return (
    <Section
      title={strings.activity.activity}
      note={preview.data && (describeCounts(groupsOf(preview.data)) || strings.activity.none)}
    >
      <div className="grid gap-4 pt-4">
        <Loaded query={preview} rows={8}>
          {(data) => (
            <>
              <Unreadable preview={data} />
              <Happened preview={data} choice={choice} />
            </>
          )}
        </Loaded>
      </div>
    </Section>
  )
}

function Happened({ preview, choice }: { preview: Preview; choice: Choice }) {
  const groups = groupsOf(preview)
  if (groups.length === 0) return <Nothing choice={choice} />
  const { kept, left } = countTicked(groups, choice.turned)
  const drawn = [
    { kind: 'li', count: kept, label: strings.activity.selected },
    { kind: 'out', count: left, label: strings.activity.excluded },
  ] as const
  return (
    <>
      {kept + left > 0 && <CountedTally groups={[...drawn]} noun={strings.activity.changes} />}
      {preview.truncated && <Notice>{strings.activity.truncated}</Notice>}
      {groups.map((group) => (
        <ItemGroup key={group.kind} group={group} choice={choice} />
      ))}
    </>
  )
}

function Nothing({ choice }: { choice: Choice }) {
  const { value, words } = choice.window
  const longest = windows.at(-1)
  return (
    <Empty
      title={strings.activity.noActivity(words)}
      actions={
        value === longest?.value ? (
          <ButtonLink href={paths.repositories()}>{strings.activity.viewRepositories}</ButtonLink>
        ) : (
          <Button onClick={() => choice.setWindow(longest?.value ?? value)}>{longest?.label}</Button>
        )
      }
    >
      {strings.activity.emptyText}
    </Empty>
  )
}

/** The sources that could not be read, with the API's message. */
function Unreadable({ preview: { unreadable } }: { preview: Preview }) {
  if (unreadable.length === 0) return null
  return (
    <Notice kind="warn">
      <ul>
        {unreadable.map(({ integrationId, name, error }) => (
          <li key={integrationId}>
            <span className="strong">{name}</span> {error}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
