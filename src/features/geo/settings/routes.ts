import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { ReadSettings, SavedSettings, SettingsBody } from './model.ts'
import { readSettings, saveSettings } from './service.ts'

const resource = 'geo-settings'
const refusals = { 404: 'Project not found' }

const example = {
  companyName: 'Acme',
  aliases: ['Acme Cloud'],
  languages: ['en'],
  engines: ['openai/gpt-5.6-sol'],
  enforceZdr: false,
  nonZdrApprovedEngines: [],
  enabled: true,
  scanIntervalHours: 24,
}

/** Routes for settings: engines, languages and schedule of scans, and the names of the brand. */
export function geoSettingsRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects/:projectId/geo/settings', 'GEO')
    .get('', ({ caller, params }) => readSettings(ctx, caller, params.projectId), {
      params,
      response: ReadSettings,
      detail: operation(
        'getGeoSettings',
        resource,
        'Get visibility settings. Includes the engines and languages to select from.',
        { tool: 'get_visibility_settings', refusals },
      ),
    })
    .patch('', ({ caller, params, body }) => saveSettings(ctx, caller, params.projectId, body), {
      params,
      body: SettingsBody,
      response: SavedSettings,
      detail: operation(
        'updateGeoSettings',
        resource,
        'Replace visibility settings. Also schedules the recurring scan. Optional lists that are omitted do not change.',
        { tool: 'update_visibility_settings', effect: 'change', example, refusals },
      ),
    })
}
