/** Where the files of the bundle are served. */
export const assetsPath = '/app/assets/'
