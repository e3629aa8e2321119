/** A recorded shoe: rounds already played, and coups to come. */
export interface RecordedShoe {
  readonly rounds: readonly string[];
  readonly next: readonly {
    readonly bead: string;
    readonly deal: readonly { readonly card: string; readonly side: 'player' | 'banker' }[];
  }[];
}
