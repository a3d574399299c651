package rendercache

// task is something to do on disk.
type task struct {
	value   []byte
	release bool // instead of a value
}

func (c *Cache) look(key Key) *task {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waiting[key]
}

func (c *Cache) enqueue(key Key, next *task) {
	c.mu.Lock()
	defer c.mu.Unlock()
	more := len(next.value)
	before := c.waiting[key]
	if before != nil {
		more -= len(before.value)
		if next.release && !before.release {
			next = before // what is just being written goes early enough
			more = 0
		}
	}
	if c.closed || c.config.Now().Before(c.resting) || c.bytes+more > waitingBytes {
		return
	}
	c.bytes += more
	c.waiting[key] = next
	if before == nil {
		c.order = append(c.order, key)
	}
	select {
	case c.wake <- struct{}{}:
	default: // it is awake
	}
}

// run does what waits until the cache is closed and nothing is left.
func (c *Cache) run() {
	defer close(c.done)
	for range c.wake {
		for c.step() {
		}
	}
	for c.step() {
	}
}

// step does one task, and reports whether there was one.
func (c *Cache) step() bool {
	c.mu.Lock()
	if len(c.order) == 0 {
		c.mu.Unlock()
		return false
	}
	key := c.order[0]
	next := c.waiting[key]
	c.mu.Unlock()

	var err error
	if next.release {
		c.writer.release(key)
	} else {
		err = c.writer.write(key, next.value)
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err != nil:
		// What waits would go the same way.
		c.waiting, c.order, c.bytes = map[Key]*task{}, nil, 0
		c.resting = c.config.Now().Add(pauseAfter)
		c.tellLocked(stepWrite, err)
		return false
	case !next.release:
		delete(c.told, stepWrite)
	}
	c.order = c.order[1:]
	if c.waiting[key] != next { // it has changed meanwhile
		c.order = append(c.order, key)
		return true
	}
	delete(c.waiting, key)
	c.bytes -= len(next.value)
	return true
}
