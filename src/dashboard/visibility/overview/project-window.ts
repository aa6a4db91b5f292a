import { useProjectSettings } from '../../data/project-data.ts'
import { useWindow } from '../../data/window/window.ts'

/** The range in the URL; by default one with enough scans for a comparison at the interval of automatic scans. */
export function useProjectWindow() {
  const settings = useProjectSettings()
  const { enabled, scanIntervalHours } = settings.data?.settings ?? {}
  return { settings, ...useWindow(enabled ? scanIntervalHours : undefined) }
}
