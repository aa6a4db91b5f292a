import { useState } from 'react'
import type { Repository } from '../../data/repositories.ts'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Disconnect } from './disconnect.tsx'
import { NameForm } from './name-form.tsx'
import { Reading } from './reading.tsx'
import * as strings from './strings.ts'
import { Token } from './token.tsx'
import { Watching } from './watching.tsx'

/** The settings of a repository. Those about the code host are hidden for one on this machine's disk. */
export function General({ repository }: { repository: Repository }) {
  const may = useMay('admin')
  const [isLeaving, setLeaving] = useState(false)
  const isHosted = repository.provider === 'github'
  return (
    <div className="grid grid-cols-1 pt-7">
      {!may && <Notice>{strings.general.notAllowed}</Notice>}
      <fieldset disabled={!may}>
        <Section title={strings.general.name} first={may}>
          <NameForm key={repository.branch} repository={repository} />
        </Section>
        {isHosted && (
          <Section title={strings.general.token}>
            <Token repository={repository} />
          </Section>
        )}
        <Section title={strings.general.activity}>
          <Reading repository={repository} />
        </Section>
        {isHosted && (
          <Section title={strings.general.polling}>
            <Watching repository={repository} />
          </Section>
        )}
        <Section title={strings.general.disconnect}>
          <div className="settings">
            <p className="muted">{strings.general.disconnectHint}</p>
            <Button look="danger" onClick={() => setLeaving(true)}>
              {strings.general.disconnectNamed(repository.displayName)}
            </Button>
          </div>
        </Section>
      </fieldset>
      {isLeaving && <Disconnect repository={repository} onClose={() => setLeaving(false)} />}
    </div>
  )
}
