import { FilterSelect } from '../parts/field.tsx'
import { ProjectPage } from '../projects/project.tsx'
import { ScanState } from '../scans/progress.tsx'
import { RunScan } from '../scans/run-scan.tsx'
import { EngineFilter } from './engine-filter.tsx'
import { VisibilityView } from './visibility-view.tsx'
import { ranges, useWindow } from './window.ts'

/** How answer engines speak of a brand. */
export function OverviewPage() {
  const { window, setRange } = useWindow()
  return (
    <ProjectPage
      title="Visibility"
      sub="How often answer engines name you, and how sure that is."
      actions={
        <>
          <FilterSelect label="Range" value={window.range.value} choices={[...ranges]} onChange={setRange} />
          <EngineFilter window={window} />
          <RunScan />
        </>
      }
    >
      <ScanState />
      <VisibilityView window={window} />
    </ProjectPage>
  )
}
