import { useBrands } from '../../data/brands.ts'
import { useProject } from '../../data/project-context.ts'
import { useOrganization } from '../../data/session.tsx'
import { useHasVisits } from '../../data/traffic.ts'
import { Button } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Tally } from '../../kit/tally.tsx'
import { TrafficSetup } from '../traffic-setup/traffic-setup.tsx'
import * as strings from './strings.ts'

/** The state without visits: none in the window, or none at all and how to get them. */
export function NoVisits({ onLonger }: { onLonger: () => void }) {
  const hasVisits = useHasVisits()
  return (
    <Loaded query={hasVisits} rows={4}>
      {(isUsed) =>
        isUsed ? (
          <Empty
            title={strings.empty.noneInRange}
            draw={<Pending />}
            actions={<Button onClick={onLonger}>{strings.empty.show90Days}</Button>}
          >
            {strings.empty.otherRange}
          </Empty>
        ) : (
          <SetUp />
        )
      }
    </Loaded>
  )
}

function SetUp() {
  const { slug } = useOrganization()
  const { id, brandSettingsId } = useProject()
  const brands = useBrands()
  const website = brands.data?.brandIdentities.find((brand) => brand.id === brandSettingsId)?.websiteUrl
  const host = website ? (URL.parse(website)?.hostname ?? null) : null
  const command = strings.empty.importLog(slug, id, host)
  return (
    <>
      <Empty title={strings.empty.title} draw={<Pending />}>
        {strings.empty.hint}
      </Empty>
      <TrafficSetup title={strings.empty.setUp} />
      <Section title={strings.empty.importTitle} note={strings.empty.importNote}>
        <div className="once">
          <code>{command}</code>
          <Copy text={command} what={strings.empty.command} look="plain" />
        </div>
      </Section>
    </>
  )
}

const Pending = () => (
  <Tally
    groups={[{ kind: 'wait', count: 12, label: strings.empty.pending }]}
    height={28}
    noun={strings.empty.visits}
  />
)
