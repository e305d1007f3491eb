import { ParleyCommand } from '../../src/cli/base-command.js'
import { storeArgs } from '../../src/cli/store/store-args.js'
import { copyRecords } from '../../src/runtime/services/copy-store.js'

export default class StoreCopy extends ParleyCommand {
  static override summary = 'Copy all records from one store to another.'
  static override description =
    'A store is a data folder, or a PostgreSQL database. Neither may be served meanwhile, and the target must be empty. ' +
    'All records are read again from the target and compared.\n' +
    'Files, keys and secrets of a data folder are not copied: serve the database with the same --data-dir, after moving ' +
    'its store/ away.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> .parley postgres://parley@localhost/parley',
    '<%= config.bin %> <%= command.id %> postgres://parley@localhost/parley ./copy',
  ]
  static override args = storeArgs

  async run(): Promise<void> {
    const { args, flags } = await this.parse(StoreCopy)
    const copied = await copyRecords(args)
    this.output(flags).result(copied, () => `Copied ${copied.records} records and compared them.`)
  }
}
