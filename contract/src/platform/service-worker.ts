/** Its scope is the whole site, so it is not below a folder. */
export const SERVICE_WORKER_PATH = '/service-worker.js'

/** The manifest makes the site an app that can be installed. */
export const MANIFEST_PATH = '/manifest.webmanifest'
