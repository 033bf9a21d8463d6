/** A back-up that cannot be made or restored; the message is for whoever runs the command. */
export class BackupError extends Error {}
