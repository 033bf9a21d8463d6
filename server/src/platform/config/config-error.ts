/** A setting that cannot be used. Its message is the one line that the person who starts the program reads. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
