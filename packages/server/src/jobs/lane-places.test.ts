import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimedJob } from './claim-jobs.ts';
import { LanePlaces } from './lane-places.ts';

const quick = { hasFailed: false, isSlow: false };

function jobsOf(lane: string, count: number, isLimited = false): ClaimedJob[] {
  const job = { task: 'deliver', payload: {}, attempts: 1, lockedBy: 'w1', lane, kind: 'quick' as const, isLimited };
  return Array.from({ length: count }, (_, n) => ({ ...job, id: `${lane} ${n}` }));
}

/** Fills the lane again and again, and ends all its jobs each time. Returns the places it has then. */
function run(lanes: LanePlaces, lane: string, rounds: number): number | undefined {
  for (let round = 0; round < rounds; round++) {
    const jobs = jobsOf(lane, lanes.claiming()[lane] ?? 5);
    lanes.claimed(jobs);
    for (const job of jobs) assert.ok(lanes.ended(job, quick));
  }
  const places = lanes.widened()[lane];
  // It goes on with two jobs.
  lanes.claiming();
  lanes.claimed(jobsOf(lane, 2));
  return places;
}

test('a lane that is full and quick has twice the places after each round, and all lanes share what they earn', () => {
  const lanes = new LanePlaces();
  assert.equal(run(lanes, 'one', 1), 10);
  assert.equal(run(lanes, 'two', 2), 20);
  assert.equal(run(lanes, 'three', 10), 5 + 100 - 5 - 15);
  assert.equal(run(lanes, 'four', 3), undefined);
});

test('a lane that is slow, fails or has nothing to do is back at five, and others can earn its places', () => {
  const [first, second] = jobsOf('one', 2) as [ClaimedJob, ClaimedJob];
  const isBack = (end: (lanes: LanePlaces) => void): void => {
    const lanes = new LanePlaces();
    assert.equal(run(lanes, 'one', 10), 105);
    end(lanes);
    assert.deepEqual(lanes.widened(), {});
    assert.equal(run(lanes, 'two', 10), 105);
  };
  isBack((lanes) => lanes.ended(first, { hasFailed: true, isSlow: false }));
  isBack((lanes) => lanes.ended(first, { hasFailed: false, isSlow: true }));
  isBack((lanes) => {
    lanes.ended(first, quick);
    assert.deepEqual(lanes.widened(), { one: 105 });
    lanes.ended(second, quick);
  });
  const lanes = new LanePlaces();
  const jobs = jobsOf('one', 5);
  lanes.claimed(jobs);
  for (const job of jobs) lanes.ended(job, quick);
  assert.deepEqual(lanes.claiming(), { one: 10 });
  lanes.claimed([]);
  assert.deepEqual(lanes.widened(), {});
});

test('a lane earns nothing while it is limited or has room', () => {
  const lanes = new LanePlaces();
  lanes.claimed([...jobsOf('limited', 1, true), ...jobsOf('calm', 4)]);
  for (const job of jobsOf('calm', 3)) assert.equal(lanes.ended(job, quick), false);
  assert.equal(lanes.ended(jobsOf('limited', 1, true)[0] as ClaimedJob, quick), true);
  assert.deepEqual(lanes.widened(), {});
});

test('a claim that filled a lane is followed by another if some of its jobs have ended meanwhile', () => {
  const lanes = new LanePlaces();
  lanes.claiming();
  const jobs = jobsOf('one', 4);
  assert.equal(lanes.claimed(jobs), false);
  lanes.claiming();
  assert.equal(lanes.ended(jobs[0] as ClaimedJob, quick), false);
  assert.equal(lanes.claimed(jobsOf('one', 1)), true, 'it found four running and had one place left');
  lanes.claiming();
  assert.equal(lanes.claimed([]), false, 'it had a place for another, and none came');
  lanes.claiming();
  assert.equal(lanes.claimed(jobsOf('one', 1)), false, 'none has ended, so the next end makes room');
  assert.equal(lanes.ended(jobs[1] as ClaimedJob, quick), true);
  const earned = lanes.claiming();
  assert.deepEqual(earned, { one: 6 });
  for (const job of jobs.slice(2)) lanes.ended(job, quick);
  assert.equal(lanes.claimed(jobsOf('one', 2)), true, 'what was earned since it began was not there for it');
});
