import { ScanSearch } from 'lucide-react'
import { paths } from '../../data/paths.ts'
import {
  type Check,
  type Readiness,
  type Report,
  useReadiness,
  useScanWebsite,
} from '../../data/readiness.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Tally } from '../../kit/tally.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { Agents } from './agents.tsx'
import { Checklist } from './checklist.tsx'
import { FoundSitemap } from './found-sitemap.tsx'
import { History } from './history.tsx'
import { ScoreHead } from './score-head.tsx'
import * as strings from './strings.ts'
import { toTaskText } from './task-text.ts'

/** How well agents can read the website of a project, and what to fix. */
export function ReadinessPage() {
  return (
    <ProjectPage
      title={strings.readiness.title}
      manual="agent-readiness"
      sub={strings.readiness.subtitle}
      actions={<PageActions />}
    >
      <Content />
    </ProjectPage>
  )
}

const tiers: Check['tier'][] = ['essential', 'recommended', 'bonus']

/** Scans the website, as the key r does, once there is a scan; before, the empty state does. */
function PageActions() {
  const { data } = useReadiness()
  if (!data?.report && !data?.scan) return null
  return <ScanButton scan={data.scan} />
}

function ScanButton({ scan }: { scan: Readiness['scan'] }) {
  const start = useScanWebsite()
  const isBusy = start.isPending || scan?.status === 'running'
  useShortcuts({ r: () => !isBusy && start.mutate() })
  return (
    <>
      <Button
        look="primary"
        shortcut="R"
        busy={isBusy && strings.readiness.scanning}
        onClick={() => start.mutate()}
      >
        <Icon of={ScanSearch} />
        {strings.readiness.scan}
      </Button>
      {start.isError && <Failure error={start.error} />}
    </>
  )
}

function Content() {
  const readiness = useReadiness()
  return (
    <Loaded query={readiness} rows={8}>
      {(data) => (
        <>
          <ScanState scan={data.scan} hasReport={data.report !== null} />
          {data.report ? (
            <ReportView report={data.report} history={data.history} />
          ) : (
            data.scan === null && <NoReport targetUrl={data.targetUrl} />
          )}
        </>
      )}
    </Loaded>
  )
}

/** A scan that runs or failed after the shown report. */
function ScanState({ scan, hasReport }: { scan: Readiness['scan']; hasReport: boolean }) {
  const start = useScanWebsite()
  if (scan === null) return null
  if (scan.status === 'failed')
    return (
      <Notice kind="bad">
        <div className="row">
          <span>{strings.readiness.failed(scan.errorMessage ?? '')}</span>
          <Button slim busy={start.isPending && strings.readiness.scanning} onClick={() => start.mutate()}>
            {strings.readiness.tryAgain}
          </Button>
        </div>
        {start.isError && <Failure error={start.error} />}
      </Notice>
    )
  return hasReport ? (
    <Notice>{strings.readiness.running}</Notice>
  ) : (
    <Empty title={strings.readiness.runningTitle} draw={<Pending />}>
      {strings.readiness.running}
    </Empty>
  )
}

function NoReport({ targetUrl }: { targetUrl: string | null }) {
  if (targetUrl === null)
    return (
      <Empty
        title={strings.readiness.noWebsite}
        draw={<Pending />}
        actions={
          <ButtonLink look="primary" href={paths.brands()}>
            {strings.readiness.openBrand}
          </ButtonLink>
        }
      >
        {strings.readiness.noWebsiteHint}
      </Empty>
    )
  return (
    <Empty title={strings.readiness.noScan} draw={<Pending />} actions={<ScanButton scan={null} />}>
      {strings.readiness.noScanHint(targetUrl)}
    </Empty>
  )
}

const Pending = () => (
  <Tally
    groups={[{ kind: 'wait', count: 12, label: strings.drawing.pending }]}
    height={28}
    noun={strings.drawing.checks}
  />
)

function ReportView({ report, history }: { report: Report; history: Readiness['history'] }) {
  const open = report.checks.filter(({ result }) => result === 'failed' || result === 'partial')
  return (
    <>
      <ScoreHead report={report} history={history} />
      {open.length > 0 && (
        <p className="row pt-4">
          <Copy
            text={toTaskText(report.targetUrl, open)}
            label={strings.readiness.copyAll}
            what={strings.readiness.copyAllHint}
            look="plain"
            slim={false}
          />
          <span className="muted small">{strings.readiness.copyAllHint}</span>
        </p>
      )}
      <FoundSitemap url={report.sitemapUrl} />
      {tiers.map((tier) => (
        <Checklist key={`${report.id} ${tier}`} report={report} tier={tier} />
      ))}
      {report.agents.length > 0 && <Agents agents={report.agents} />}
      {history.length > 0 && <History history={history} />}
    </>
  )
}
