import { useBrands } from '../../data/brands.ts'
import { useProject } from '../../data/project-context.ts'
import { type ProjectSettings, useProjectSettings } from '../../data/project-data.ts'
import {
  type Changes,
  proposalFor,
  useSaveProject,
  useSaveTracking,
  type Values,
  valuesOf,
} from '../../data/visibility-settings.ts'
import { SaveState, useAutosave } from '../../kit/autosave.tsx'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { TrafficSetup } from '../traffic-setup/traffic-setup.tsx'
import { BrandFields } from './brand-fields.tsx'
import { EngineFields } from './engine-fields.tsx'
import { FrequencyFields } from './frequency-fields.tsx'
import { LanguageFields } from './language-fields.tsx'
import { ProjectFields } from './project-fields.tsx'
import { SitemapSection } from './sitemaps/sitemap-section.tsx'
import * as strings from './strings.ts'

/** The settings of a project, saved automatically. */
export function VisibilitySettingsPage() {
  return (
    <ProjectPage
      title={strings.visibilitySettingsPage.visibilitySettings}
      sub={strings.visibilitySettingsPage.subtitle}
      manual="visibility#set-up"
    >
      <Settings />
    </ProjectPage>
  )
}

function Settings() {
  const tracking = useProjectSettings()
  const brands = useBrands()
  return (
    <Loaded query={tracking} rows={8}>
      {(found) => (
        <Loaded query={brands} rows={8}>
          {({ brandIdentities }) => <SettingsForm tracking={found} brands={brandIdentities} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type Brands = NonNullable<ReturnType<typeof useBrands>['data']>['brandIdentities']

function SettingsForm({ tracking, brands }: { tracking: ProjectSettings; brands: Brands }) {
  const project = useProject()
  const brand = brands.find(({ id }) => id === project.brandSettingsId)
  const { settings, catalog } = tracking
  const stored = settings ? valuesOf(settings) : proposalFor(brand, catalog.models)
  const saveTracking = useSaveTracking(() => ({ ...stored, companyName: values.companyName }))
  const saveProject = useSaveProject()
  const save = (patch: Partial<Changes>) => (isOfProject(patch) ? saveProject(patch) : saveTracking(patch))
  /** Tracking settings are not sent while the company name is empty. */
  const isHeld = (key: keyof Changes, unsent: Partial<Changes>) =>
    !isOfProject({ [key]: null }) && !(unsent.companyName ?? values.companyName).trim()
  const { draft, failures, change, flush, retry, state } = useAutosave<Changes>(save, isHeld)
  const values: Values = {
    ...stored,
    ...draft,
    // If zero retention was refused, the switch shows the stored value.
    ...(failures.enforceZdr && { enforceZdr: stored.enforceZdr }),
  }
  const isNamed = values.companyName.trim() !== ''
  const fields = { values, failures, change, flush }
  return (
    <>
      <SaveState state={isNamed ? state : 'companyMissing'} retry={retry} />
      {!settings && (
        <div className="pb-6">
          <Notice>
            <div className="row">
              <span>{strings.visibilitySettingsPage.reviewFirst}</span>
              <Button slim disabled={!isNamed} onClick={() => change({ companyName: values.companyName })}>
                {strings.visibilitySettingsPage.saveSettings}
              </Button>
            </div>
          </Notice>
        </div>
      )}
      <BrandFields {...fields} website={brand?.websiteUrl ?? null} />
      <LanguageFields {...fields} catalog={catalog} />
      <EngineFields {...fields} catalog={catalog} isSaved={settings !== null} />
      <FrequencyFields {...fields} />
      <SitemapSection />
      <TrafficSetup />
      <ProjectFields {...fields} project={{ ...project, ...draft }} brands={brands} />
    </>
  )
}

const isOfProject = (patch: object) => 'name' in patch || 'brandSettingsId' in patch
