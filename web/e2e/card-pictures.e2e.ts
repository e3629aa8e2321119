// Pictures of cards at the dealer's page and at the console: a shoe sends what it saw. Both see it where nobody types the
// card, and else once they typed it and differed.
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { inspect } from './console-look';
import { DealerPage } from './dealer-page';
import type { HandShoe } from './hand-shoe';
import { look } from './look';
import { logIn } from './staff';
import { Studio } from './studio';

const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };
const studio = new Studio();
let dan: DealerPage;
let shoe: HandShoe;
let console_: Visitor;
let una: Page;

beforeAll(async () => {
  const dealer = await studio.start({ recorded: true, atConsoles: ['Una'], bettingMs: 15_000 });
  dan = await DealerPage.sit(studio, dealer);
  shoe = dan.shoe;
  console_ = await visit(`${studio.server.url}/console.html`, DESKTOP);
  una = console_.page;
  await logIn(una, await studio.atConsole('Una'));
  await una.goto(`${studio.server.url}/console.html#/tables/9`);
  await una.getByTestId('desk').waitFor();
}, 120_000);

afterAll(async () => {
  await console_.close();
  await dan.visitor.close();
  await shoe.disconnect();
  await studio.end();
  const problems = [...dan.visitor.problems, ...console_.problems];
  expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

/** A JPEG as a camera in a shoe might make it: the corner of a card with this text. */
async function picture(text: string): Promise<Buffer> {
  const url = await una.evaluate((text) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [240, 320];
    const drawn = canvas.getContext('2d');
    if (drawn !== null) {
      drawn.fillStyle = '#f4f1e6';
      drawn.fillRect(0, 0, 240, 320);
      drawn.fillStyle = '#a11';
      drawn.font = '110px serif';
      drawn.filter = 'blur(6px)';
      drawn.fillText(text, 40, 180);
    }
    return canvas.toDataURL('image/jpeg');
  }, text);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

const named = (jpeg: Buffer) => ({ img: createHash('sha256').update(jpeg).digest('hex') });

/** Waits until a page shows the picture, which its browser can draw. */
async function shows(page: Page, width: number): Promise<void> {
  const image = page.getByTestId('card-pictures').getByRole('img');
  await image.waitFor({ timeout: 20_000 });
  const drawn = () => image.evaluate((img) => (img as HTMLImageElement).naturalWidth);
  await expect.poll(drawn).toBe(width);
}

async function types(card: string): Promise<void> {
  const no = (await studio.status()).finding?.finding_no ?? 0;
  await studio.supervise({ type: 'key_in', finding_no: no, card });
}

async function dealerTypes(card: string): Promise<void> {
  const { page } = dan;
  await page.keyboard.press('k');
  await page.getByRole('dialog').getByText('You typed').waitFor();
  for (const key of card) {
    await page.keyboard.press(key, { delay: 40 });
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send .+ of/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('the picture of a card', () => {
  it('that nobody has to type is seen at both pages at once', async () => {
    await dan.opens('BOX-0001', 8, ['2d', 'Jh', '8c']);
    await dan.begins();
    await dan.page
      .getByTestId('line')
      .getByText(/^WAIT \d$/)
      .waitFor();
    const early = await picture('6♥');
    await shoe.card('6h', named(early));
    expect(await shoe.sendPicture(early)).toBe(204);
    await dan.says('TOO EARLY - BURN IT FACE UP');
    for (const page of [dan.page, una]) {
      await shows(page, 240);
    }
    await look(dan.page, 'picture-early', SIZES);
    await inspect(una, 'live-picture-early', SIZES);
    await dan.takes('b', true);
    await una.getByTestId('finding').waitFor({ state: 'detached' });
    expect(await dan.page.getByTestId('card-pictures').count()).toBe(0);
  }, 60_000);

  it('that two people type is seen once they differed, and later among the findings', async () => {
    await dan.says('PLAYER 1');
    const smeared = await picture('9♥');
    await shoe.unread('smeared', named(smeared));
    expect(await shoe.sendPicture(smeared)).toBe(204);
    await dan.says('RESCAN PLAYER 1');
    await una.getByTestId('finding').waitFor();
    await dealerTypes('9h');
    await una.getByText('Dan has typed a card').waitFor();
    for (const page of [dan.page, una]) {
      expect(await page.getByTestId('card-pictures').count(), 'nobody sees it yet').toBe(0);
    }
    await types('9d');
    for (const page of [dan.page, una]) {
      await shows(page, 240);
    }
    await look(dan.page, 'picture-differs', SIZES);
    await inspect(una, 'live-picture-differs', SIZES);
    await dan.says('RESCAN PLAYER 1');
    await dealerTypes('9h');
    await types('9h');
    await una.getByTestId('finding').waitFor({ state: 'detached' });
    await dan.deals(['BANKER 1', 'Kd'], ['PLAYER 2', 'Ks'], ['BANKER 2', '3c']);
    await una.getByTestId('live').getByText('Player wins').waitFor();
    await una.keyboard.press('j');
    const past = una.getByTestId('past-findings');
    await past.getByRole('img').nth(1).waitFor();
    const widths = await past
      .getByRole('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
    expect(widths).toEqual([240, 240]);
    await inspect(una, 'live-picture-past', SIZES);
    await una.keyboard.press('Escape');
  }, 60_000);
});
